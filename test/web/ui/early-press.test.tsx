// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepEarlyPresses } from '../../../src/web/ui/early-press.ts';
import { useEarlyPress } from '../../../src/web/ui/use-early-press.ts';

const press = vi.fn<() => void>();

function Pressable() {
	return (
		<button {...useEarlyPress(press)} type="button" onClick={press}>
			Press
		</button>
	);
}

/** The page as it arrives, with the script inside its HTML. @returns the button, and what hydrates the page */
function arrive() {
	keepEarlyPresses();
	const container = document.createElement('div');
	container.innerHTML = renderToString(<Pressable />);
	document.body.append(container);
	return {
		button: screen.getByRole('button'),
		hydrate: () => act(async () => render(<Pressable />, { container, hydrate: true })),
	};
}

afterEach(() => {
	cleanup();
	document.body.replaceChildren();
	press.mockReset();
});

describe('a press on a button of a rendered page', () => {
	it('is done once when the button is hydrated, however often it was pressed before', async () => {
		const { button, hydrate } = arrive();
		button.click();
		button.click();
		expect(press).not.toHaveBeenCalled();
		await hydrate();
		expect(press).toHaveBeenCalledTimes(1);
	});

	it('is done at once after that', async () => {
		const { button, hydrate } = arrive();
		await hydrate();
		expect(press).not.toHaveBeenCalled();
		button.click();
		expect(press).toHaveBeenCalledTimes(1);
	});

	it('that nobody made is not done', async () => {
		const { hydrate } = arrive();
		document.body.click();
		await hydrate();
		expect(press).not.toHaveBeenCalled();
	});
});
