/** What users do and see on pages of the app. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

type Name = string | RegExp;

export const button = (name: Name) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Clicks a button once it exists. */
export const tap = async (name: Name) => fireEvent.click(await screen.findByRole('button', { name }));

/** Clicks a link once it exists. */
export const follow = async (name: Name) => fireEvent.click(await screen.findByRole('link', { name }));

/** Where a link leads; null if there is none. The content of closed sheets counts as hidden. */
export const hrefOf = (name: Name) =>
	screen.queryByRole('link', { name, hidden: true })?.getAttribute('href') ?? null;

export const textsOf = (elements: Iterable<Element>) =>
	Array.from(elements, ({ textContent }) => textContent);

/** Waits for a path and query. */
export const isAt = (url: string) =>
	waitFor(() => expect(window.location.pathname + window.location.search).toBe(url));

/** Waits until an element has the focus. */
export const hasFocus = (find: () => Element) => waitFor(() => expect(document.activeElement).toBe(find()));

/** The title of the page, once it is this one. */
export const hasTitle = (name: Name) => screen.findByRole('heading', { level: 1, name });

/** The button of the account menu, which only signed-in users see. */
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
