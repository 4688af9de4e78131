import { fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MessageProvider, useMessage } from '../../../src/web/ui/message-bar.tsx';

function Page() {
	const show = useMessage();
	return (
		<main id="main" tabIndex={-1}>
			<button
				type="button"
				onClick={() => show({ text: 'Joined.', action: { label: 'Undo', run: () => undefined } })}
			>
				Join
			</button>
			<button type="button" onClick={() => show({ text: 'Copied.' })}>
				Copy
			</button>
		</main>
	);
}

const renderPage = () =>
	render(
		<MessageProvider>
			<Page />
		</MessageProvider>,
	);
const button = (name: string) => screen.getByRole('button', { name });
const focus = (name: string) => act(() => button(name).focus());

/** Shows a message, and moves the focus from the button that caused it to one of the message's buttons. */
function showMessage(name: 'Undo' | 'Close') {
	renderPage();
	focus('Join');
	fireEvent.click(button('Join'));
	if (name === 'Close') focus('Undo');
	focus(name);
}

it.each(['Undo', 'Close'] as const)('returns the focus to where it was after %s', (name) => {
	showMessage(name);
	fireEvent.click(button(name));
	expect(screen.queryByText('Joined.')).toBeNull();
	expect(document.activeElement).toBe(button('Join'));
});

it.each(['is gone', 'was not focused'])('moves the focus to the page when the previous element %s', (why) => {
	showMessage('Close');
	if (why === 'is gone') button('Join').remove();
	else {
		fireEvent.click(button('Close'));
		fireEvent.click(button('Join'));
		act(() => (document.activeElement as HTMLElement).blur());
		focus('Close');
	}
	fireEvent.click(button('Close'));
	expect(document.activeElement).toBe(screen.getByRole('main'));
});

describe('a message', () => {
	beforeEach(() => void vi.useFakeTimers());
	const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
	const isShown = (text: string) => screen.queryByText(text) !== null;
	function open(name: 'Join' | 'Copy'): void {
		renderPage();
		fireEvent.click(button(name));
	}

	it.each([
		['Copy', 'Copied.', 6_000],
		['Join', 'Joined.', 12_000],
	] as const)('disappears automatically after %s: %s', (name, text, ms) => {
		open(name);
		pass(ms - 1);
		expect(isShown(text)).toBe(true);
		pass(1);
		expect(isShown(text)).toBe(false);
	});

	it('stays while it is focused, and disappears afterwards', () => {
		open('Copy');
		focus('Close');
		pass(60_000);
		expect(isShown('Copied.')).toBe(true);
		focus('Copy');
		pass(6_000);
		expect(isShown('Copied.')).toBe(false);
	});

	it('restarts its timeout when another message replaces it', () => {
		open('Join');
		pass(10_000);
		fireEvent.click(button('Copy'));
		pass(5_000);
		expect(isShown('Copied.')).toBe(true);
		pass(1_000);
		expect(isShown('Copied.')).toBe(false);
	});
});
