import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ignoreRepeatedTaps } from '../../../src/web/ui/repeated-taps.ts';

const onLeave = vi.fn();
const place = { clientX: 100, clientY: 600 };
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

/** Taps like a finger, after a wait in milliseconds. @returns whether the tap did something */
function tap(name: string, afterMs = 100, at = place): boolean {
	clockMs += afterMs;
	const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...at });
	Object.defineProperty(click, 'timeStamp', { value: clockMs });
	fireEvent.pointerDown(button(name));
	return fireEvent(button(name), click);
}

// Double taps on sheets are tested in `test/e2e/sheets.test.ts`.
it('a tap is ignored only if it soon follows another at the same place, where the control has changed', () => {
	ignoreRepeatedTaps();
	render(<Page />);
	const elsewhere = { clientX: 200, clientY: 600 };
	expect(tap('Leave')).toBe(true);
	expect(tap('Leave')).toBe(true);
	expect(tap('Interested')).toBe(false);
	expect(tap('Interested', 400)).toBe(false);
	expect(tap('Interested', 100, elsewhere)).toBe(true);
	expect(tap('Leave', 1_000, elsewhere)).toBe(true);
	fireEvent.click(button('Interested'), { detail: 0 });
	expect(button('Interested').ariaPressed).toBe('false');
	onLeave.mockReset();
	fireEvent.pointerDown(button('Interested'));
	fireEvent.click(button('Leave'), { detail: 1 });
	expect(onLeave, 'another button appeared under the finger').not.toHaveBeenCalled();
});
