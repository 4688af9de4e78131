/** What the app shows about the signed-in user: the account in the header, plans, and messages. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Shown only to signed-in users. */
export const findAccount = () => screen.findByRole('button', { name: 'Account' });
export const queryAccount = () => screen.queryByRole('button', { name: 'Account' });

/** Clicks Sign out in the account menu. The closed menu's content counts as hidden. */
export async function signOut(): Promise<void> {
	await findAccount();
	const inAccount = { name: 'Sign out', hidden: true };
	const [button] = await screen.findAllByRole('button', inAccount);
	if (button !== undefined) fireEvent.click(button);
}

/** On the page of an event: waits until the user's relation to it is known. */
export const relationIsKnown = () =>
	waitFor(() => expect(screen.getByRole('region', { name: 'Your plans' }).ariaBusy).toBe(null));

/** The message bar with this text. */
export const messageOf = async (text: RegExp) => {
	const message = await screen.findByText(text);
	return within(message.parentElement ?? message);
};
