/** A computer that several people use (decision 26), in the engines besides Chromium (`e2e/shared-computer.test.ts`). */
import { expect } from 'vitest';
import type { Session } from '../../src/contract/bff-api/session.ts';
import { storedData } from '../e2e/stored-data.ts';
import { onDaybill } from './on-daybill.ts';
import {
	button,
	going,
	goTo,
	isAt,
	isTold,
	press,
	scriptsAreLoaded,
	sees,
	seesNo,
	signIn,
	signOut,
	textOf,
	unexpectedErrors,
	waitFor,
	workerIsActive,
} from './steps.ts';
import type { Tab } from './tab.ts';

/** Leaves a note in the memory of the page, which is there again only when the page comes back from the back/forward cache. */
const markPage = (tab: Tab) => tab.run(() => void Object.assign(window, { daybillMark: true }));
const isMarked = () => 'daybillMark' in window;

const back = (tab: Tab) => tab.run(() => void setTimeout(() => history.back()));

/** Whether the page has loaded nothing for a second. */
const isQuiet = () =>
	performance
		.getEntriesByType('resource')
		.every((entry) => entry.startTime + entry.duration + 1_000 < performance.now());

onDaybill(
	'after a sign-out, nothing of the person is in the browser, on the page, or behind Back',
	async (tab, daybill) => {
		const event = `${daybill.url}/events/10000002`;
		await goTo(tab, event);
		await signIn(tab);
		await workerIsActive(tab);
		const session = await tab.run(
			async () => (await (await fetch('/auth/session', { headers: { 'X-CSRF': '1' } })).json()) as Session,
		);
		if (!session.signed_in) throw new Error('nobody is signed in');
		await press(tab, button('Join'));
		await sees(tab, going);
		await isTold(tab, 'You’re going.');
		const title = await textOf(tab, 'h1');
		await goTo(tab, `${daybill.url}/developers`);
		await press(tab, button('Send'));
		await waitFor(tab, () => document.querySelector('[data-testid=response-status]')?.textContent, '200');
		await goTo(tab, `${daybill.url}/me/participated`);
		await sees(tab, { selector: 'article h2, article h3', name: title });
		// While signed in, one's own events are stored for a time without a network.
		const isStored = async () => (await tab.run(storedData)).includes(JSON.stringify(title));
		await expect.poll(isStored).toBe(true);

		// And a page of theirs comes back as it was: otherwise the end of this test would show nothing. Firefox keeps no page
		// that still has calls under way, so on a busy machine this is tried again.
		await expect
			.poll(async () => {
				await waitFor(tab, isQuiet, true);
				await markPage(tab);
				await goTo(tab, `${daybill.url}/settings`);
				await back(tab);
				await isAt(tab, /^\/me\/participated$/);
				await scriptsAreLoaded(tab);
				return tab.run(isMarked);
			})
			.toBe(true);
		await sees(tab, { selector: 'article h2, article h3', name: title });
		await goTo(tab, `${daybill.url}/settings`);

		await signOut(tab);
		await sees(tab, button('Sign in'));
		await expect.poll(isStored).toBe(false);
		const stored = await tab.run(storedData);
		const [inLocalStorage, inSessionStorage] = stored.split('\n');
		expect(`${inLocalStorage} ${inSessionStorage}`).not.toMatch(/oidc|history|user/);

		await back(tab);
		await waitFor(tab, () => location.pathname, '/me/participated');
		await scriptsAreLoaded(tab);
		await sees(tab, button('Sign in'));
		expect(await tab.run(isMarked)).toBe(false);
		await seesNo(tab, button('Account'));
		expect(await tab.run(() => document.documentElement.outerHTML)).not.toContain(title);
		expect(unexpectedErrors(tab)).toEqual([]);
	},
);
