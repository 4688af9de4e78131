/** Steps of users in the app, in any engine. Each step waits for what a user would see. */
import { expect } from 'vitest';
import { testUser } from '../e2e/person.ts';
import type { Tab, Target } from './tab.ts';

export const button = (name: string): Target => ({ selector: 'button', name });

/** Returns `leaving` if the query fails, as during a navigation, when there is no page. */
const unlessLeaving = <Value>(answer: Promise<Value>): Promise<Value | 'leaving'> =>
	answer.catch(() => 'leaving' as const);

/** Polls a function in the page until it returns this value. */
export async function waitFor<Value>(
	tab: Tab,
	script: () => Value | Promise<Value>,
	value: Value,
): Promise<void> {
	await expect.poll(() => unlessLeaving(tab.run(script)), { message: String(script) }).toEqual(value);
}

export const sees = (tab: Tab, target: Target) =>
	expect
		.poll(() => unlessLeaving(tab.count(target)), { message: `sees ${JSON.stringify(target)}` })
		.toSatisfy((count) => typeof count === 'number' && count > 0);

export const seesNo = (tab: Tab, target: Target) =>
	expect
		.poll(() => unlessLeaving(tab.count(target)), { message: `sees no ${JSON.stringify(target)}` })
		.toBe(0);

/** Waits for a path and query. */
export const isAt = (tab: Tab, pattern: RegExp) =>
	expect.poll(() => unlessLeaving(tab.run(() => location.pathname + location.search))).toMatch(pattern);

/** Each protocol's error for an element that was re-rendered, or covered by a closing sheet: nothing was clicked. */
const isGone = (error: unknown) =>
	/no such (element|node)|stale element|detached|intercepted/i.test(String(error));

/** Whether no sheet has just opened: for half a second, nothing in it reacts to taps. */
const isAtRest = () =>
	[...document.querySelectorAll('dialog[open] :is(a, button)')].every(
		(element) => getComputedStyle(element).pointerEvents !== 'none',
	);

/** Clicks an element once it exists. */
export async function press(tab: Tab, target: Target): Promise<void> {
	let failure: unknown;
	const click = async () => {
		if (!(Number(await unlessLeaving(tab.count(target))) > 0)) return 'not there';
		if ((await unlessLeaving(tab.run(isAtRest))) !== true) return 'moving';
		failure = undefined;
		await tab.click(target).catch((error: unknown) => {
			failure = error;
		});
		return isGone(failure) ? 'gone' : 'clicked';
	};
	await expect.poll(click, { message: `clicks ${JSON.stringify(target)}` }).toBe('clicked');
	if (failure !== undefined) throw failure;
}

/** Waits until a change is saved: pages show a change earlier, and leaving the page then would lose it. */
export const isTold = (tab: Tab, name: string) => sees(tab, { selector: '[role=status] p > span', name });

/** Resolves when the app has hydrated the page. */
export const scriptsAreLoaded = (tab: Tab) =>
	waitFor(
		tab,
		() => document.querySelector('main') !== null && document.querySelector('script[data-waiting]') === null,
		true,
	);

/** Opens a page of the app, and waits for its scripts. */
export async function goTo(tab: Tab, url: string): Promise<void> {
	await tab.open(url);
	await scriptsAreLoaded(tab);
}

/** The text of the first element; empty when there are none. */
export const textOf = (tab: Tab, selector: string): Promise<string> =>
	tab.run((each) => document.querySelector(each)?.textContent ?? '', selector);

/** After a tap on Join: confirms, signs in on the sandbox's pages as the test's user, and allows access. */
export async function consent(tab: Tab): Promise<void> {
	const { uid, password } = await testUser();
	await press(tab, { selector: 'dialog[open] button', name: 'Sign in' });
	await sees(tab, { selector: '#uid' });
	await tab.run(
		(values) => {
			for (const [id, value] of Object.entries(values))
				document.querySelector<HTMLInputElement>(`#${id}`)?.setAttribute('value', value);
		},
		{ uid, password },
	);
	await tab.click(button('Sign in'));
	await press(tab, button('Allow'));
}

/** From any page of the app: signs out. */
export async function signOut(tab: Tab): Promise<void> {
	await press(tab, button('Account'));
	await press(tab, button('Sign out'));
}

/** Waits until the service worker controls the page, and so stores what the page reads. */
export async function workerIsActive(tab: Tab): Promise<void> {
	await tab.run(async () => void (await navigator.serviceWorker.ready));
	await goTo(tab, await tab.run(() => location.href));
	await waitFor(tab, () => navigator.serviceWorker.controller !== null, true);
}

/** On an event's page: the Join button after joining, when it is the only button of the bar. */
export const going: Target = { selector: 'main [data-bar] > button:only-of-type' };

/** On an event's page: joins it, on its first remaining day if there are several. */
export async function join(tab: Tab): Promise<void> {
	await press(tab, button('Join'));
	const days = { selector: 'dialog[open] [data-day]' };
	if ((await tab.count(days)) > 0) await press(tab, days);
}
