/** The account of the signed-in user, in the header. */
import { fireEvent, screen } from '@testing-library/react';

/** Shown only to signed-in users. */
export const findAccount = () => screen.findByRole('button', { name: 'Account' });
export const queryAccount = () => screen.queryByRole('button', { name: 'Account' });

/** Clicks Sign out in the account menu. jsdom opens no popovers, so their content counts as hidden. */
export async function signOut(): Promise<void> {
	await findAccount();
	const inAccount = { name: 'Sign out', hidden: true };
	const [button] = await screen.findAllByRole('button', inAccount);
	if (button !== undefined) fireEvent.click(button);
}
