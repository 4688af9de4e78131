import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queueEarlyTaps } from '../../../src/web/ui/early-tap.ts';
import { useEarlyTap } from '../../../src/web/ui/use-early-tap.ts';

const onTap = vi.fn<() => void>();

function Tappable() {
	return (
		<button {...useEarlyTap(onTap)} type="button" onClick={onTap}>
			Tap
		</button>
	);
}

/** The page as it arrives, with the script inside its HTML. @returns the button, and a function that hydrates the page */
function arrive() {
	queueEarlyTaps();
	const container = document.createElement('div');
	container.innerHTML = renderToString(<Tappable />);
	document.body.append(container);
	return {
		button: screen.getByRole('button'),
		hydrate: () => act(async () => render(<Tappable />, { container, hydrate: true })),
	};
}

afterEach(() => {
	cleanup();
	document.body.replaceChildren();
	onTap.mockReset();
});

describe('a tap on a button of a server-rendered page', () => {
	it('takes effect once when the button is hydrated, however often it was tapped before', async () => {
		const { button, hydrate } = arrive();
		button.click();
		button.click();
		expect(onTap).not.toHaveBeenCalled();
		await hydrate();
		expect(onTap).toHaveBeenCalledTimes(1);
	});

	it('takes effect immediately after hydration', async () => {
		const { button, hydrate } = arrive();
		await hydrate();
		expect(onTap).not.toHaveBeenCalled();
		button.click();
		expect(onTap).toHaveBeenCalledTimes(1);
	});

	it('has no effect when it missed the button', async () => {
		const { hydrate } = arrive();
		document.body.click();
		await hydrate();
		expect(onTap).not.toHaveBeenCalled();
	});
});
