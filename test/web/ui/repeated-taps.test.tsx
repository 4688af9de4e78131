import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ignoreRepeatedTaps } from '../../../src/web/ui/repeated-taps.ts';

const place = { clientX: 100, clientY: 600 };
const onLeave = vi.fn();
/** The element under the finger. */
let under: Element;
let clockMs = 0;

function Page() {
	const [wished, setWished] = useState(false);
	return (
		<>
			<button type="button" aria-pressed={wished} onClick={() => setWished(!wished)}>
				Interested
			</button>
			<button type="button" onClick={onLeave}>
				Leave
			</button>
		</>
	);
}

const button = (name: string) => screen.getByText(name);

ignoreRepeatedTaps();
beforeEach(() => {
	onLeave.mockReset();
	document.elementFromPoint = () => under;
	render(<Page />);
	// Scrolling makes the page forget the taps of the previous test.
	fireEvent.wheel(document.body);
});

/** Taps like a finger, after a wait in milliseconds. @returns whether the tap did something */
function tap(name: string, afterMs = 100, at = place): boolean {
	under = button(name);
	clockMs += afterMs;
	const fire = (type: string, detail: number) => {
		const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail, ...at });
		Object.defineProperty(event, 'timeStamp', { value: clockMs });
		return fireEvent(under, event);
	};
	fire('pointerdown', 0);
	fire('mousedown', 1);
	return fire('click', 1);
}

// `sheets.test.ts` of the end-to-end tests has double taps.
it('a tap at the place of another counts elsewhere, after scrolling, later, and by keyboard', () => {
	const elsewhere = { clientX: 200, clientY: 600 };
	expect(tap('Interested')).toBe(true);
	expect(tap('Leave')).toBe(false);
	expect(tap('Leave', 100, elsewhere)).toBe(true);
	fireEvent.wheel(document.body);
	expect(tap('Interested', 100, elsewhere)).toBe(true);
	expect(tap('Leave', 2_000, elsewhere)).toBe(true);
	fireEvent.click(button('Interested'), { detail: 0 });
	expect(button('Interested').ariaPressed).toBe('true');
});

it('a press on one thing does not click another that appears before the finger is lifted', () => {
	fireEvent.pointerDown(button('Interested'));
	fireEvent.click(button('Leave'), { detail: 1 });
	expect(onLeave).not.toHaveBeenCalled();
});
