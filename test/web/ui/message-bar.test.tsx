// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { MessageProvider, useMessage } from '../../../src/web/ui/message-bar.tsx';

const run = vi.fn();

function Page() {
	const show = useMessage();
	return (
		<main id="main" tabIndex={-1}>
			<button type="button" onClick={() => show({ text: 'Joined.', action: { label: 'Undo', run } })}>
				Join
			</button>
		</main>
	);
}

afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });
const focus = (name: string) => act(() => button(name).focus());

/** Shows a message, and moves the focus from what showed it to a button of the message. */
function showMessage(name: 'Undo' | 'Close') {
	render(
		<MessageProvider>
			<Page />
		</MessageProvider>,
	);
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

it('moves the focus to the page when where it was is no more', () => {
	showMessage('Close');
	button('Join').remove();
	fireEvent.click(button('Close'));
	expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('moves the focus to the page when it was nowhere', () => {
	showMessage('Close');
	fireEvent.click(button('Close'));
	fireEvent.click(button('Join'));
	act(() => (document.activeElement as HTMLElement).blur());
	focus('Close');
	fireEvent.click(button('Close'));
	expect(document.activeElement).toBe(screen.getByRole('main'));
});
