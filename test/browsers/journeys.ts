/** Behavior that differs between engines, in engines other than Chromium. Each test file runs one engine. */
import { afterAll, expect, it, onTestFailed } from 'vitest';
import { type Daybill, sharedDaybill } from '../e2e/daybill.ts';
import { startFront } from '../e2e/front.ts';
import { beginWith } from '../e2e/person.ts';
import { storedData } from '../e2e/stored-data.ts';
import {
	button,
	consent,
	going,
	goTo,
	isAt,
	isTold,
	join,
	press,
	scriptsAreLoaded,
	sees,
	seesNo,
	signOut,
	textOf,
	waitFor,
	workerIsActive,
} from './steps.ts';
import { createTab, type Driver, type Engine, type Tab } from './tab.ts';

/** The title of an event in a list. */
const heading = 'article h2, article h3';

/** Sets a variable in the page, which exists later only if the page comes from the back/forward cache. */
const markPage = (tab: Tab) => tab.run(() => void Object.assign(window, { daybillMark: true }));
const isMarked = () => 'daybillMark' in window;

const back = (tab: Tab) => tab.run(() => void setTimeout(() => history.back()));

/** Whether the page has loaded nothing for a second. */
const isQuiet = () =>
	performance
		.getEntriesByType('resource')
		.every((entry) => entry.startTime + entry.duration + 1_000 < performance.now());

/** Opens the first concert of a list. Late on a Sunday, the weekend has none left. */
async function openConcert(tab: Tab, url: string): Promise<void> {
	await goTo(tab, `${url}/cities/beijing?day_type=tomorrow&type=music`);
	await press(tab, { selector: 'main article a[href^="/events/"]' });
	await isAt(tab, /^\/events\/\d+$/);
	await sees(tab, { selector: 'h1' });
}

export function journeysIn(engine: Engine): void {
	let driver: Driver | undefined;
	const close = async () => {
		await driver?.close();
		driver = undefined;
	};
	afterAll(close);
	/** Reuses the browser and its profile, unless the previous journey failed. */
	const journey = (name: string, follow: (tab: Tab, daybill: Daybill) => Promise<void>) =>
		it(`${engine.name}: ${name}`, async () => {
			const daybill = sharedDaybill();
			beginWith(daybill);
			onTestFailed(close);
			driver ??= await engine.start();
			await follow(createTab(driver), daybill);
		});

	journey(
		'a person joins an event, and after a sign-out nothing of the person is in the browser, on the page, or behind Back',
		async (tab, daybill) => {
			await openConcert(tab, daybill.url);
			await join(tab);
			await consent(tab);
			await sees(tab, going);
			await isTold(tab, 'You’re going.');
			await workerIsActive(tab);
			const title = await textOf(tab, 'h1');
			await goTo(tab, `${daybill.url}/me/participated`);
			await sees(tab, { selector: heading, name: title });
			// While the user is signed in, their own events are stored for offline use.
			const isStored = async () => (await tab.run(storedData)).includes(JSON.stringify(title));
			await expect.poll(isStored).toBe(true);

			// The pages must come from the back/forward cache, or the end of this test would prove nothing. Firefox doesn't
			// cache pages with pending calls, so a busy machine needs several attempts.
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
			await sees(tab, { selector: heading, name: title });
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
		},
	);

	journey('without a server, the app opens with the content that it showed last', async (tab, daybill) => {
		const front = await startFront(daybill.url);
		await goTo(tab, `${front.url}/cities/beijing?day_type=week`);
		await workerIsActive(tab);
		const title = await textOf(tab, heading);
		await expect.poll(async () => (await tab.run(storedData)).includes(title)).toBe(true);
		// Engines have no common way to go offline, so the server stops instead.
		front.stop();
		await markPage(tab);
		await tab.run(() => void setTimeout(() => location.reload()));
		await waitFor(tab, isMarked, false);
		await sees(tab, { selector: heading, name: title });
	});
}
