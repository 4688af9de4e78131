/** The account of the signed-in person, in the header. */
import { fireEvent, screen } from '@testing-library/react';

/** The button is there for who is signed in only. */
export const findAccount = () => screen.findByRole('button', { name: 'Account' });
export const queryAccount = () => screen.queryByRole('button', { name: 'Account' });

/** Presses Sign out in the account. jsdom opens no popover, so what is in one counts as hidden. */
export async function signOut(): Promise<void> {
	await findAccount();
	const inAccount = { name: 'Sign out', hidden: true };
	const [button] = await screen.findAllByRole('button', inAccount);
	if (button !== undefined) fireEvent.click(button);
}
