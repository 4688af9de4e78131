/** The way that most people go, in the engines besides Chromium (`e2e/main-road.test.ts`). */
import { expect } from 'vitest';
import type { Daybill } from '../e2e/daybill.ts';
import { storedData } from '../e2e/stored-data.ts';
import { onDaybill } from './on-daybill.ts';
import {
	button,
	consent,
	going,
	goTo,
	isAt,
	isTold,
	join,
	press,
	sees,
	seesNo,
	textOf,
	unexpectedErrors,
	workerIsActive,
} from './steps.ts';
import type { Tab } from './tab.ts';

/** The title of an event in a list. */
const heading = 'article h2, article h3';

onDaybill(
	'a person finds an event, joins it with a date, sees it in My events, and leaves it',
	async (tab, daybill) => {
		await goTo(tab, daybill.url);
		await press(tab, { selector: 'a[href^="/cities/beijing"]' });
		await isAt(tab, /^\/cities\/beijing/);
		// Late on a Sunday the weekend has no music.
		await press(tab, { selector: '[data-list-bar] a[href*="day_type=tomorrow"]' });
		await isAt(tab, /day_type=tomorrow/);
		// The first button of the bar opens the types.
		await press(tab, { selector: 'button[aria-haspopup=dialog]' });
		await press(tab, { selector: '[popover] a', name: 'Music' });
		await isAt(tab, /^\/cities\/beijing\?(?=.*day_type=tomorrow)(?=.*type=music)/);
		// The list before this one has music too, and its cards go while one of them is clicked.
		await seesNo(tab, { selector: 'main article:not([data-type=music])' });
		const music = { selector: 'main article[data-type=music] a[href^="/events/"]' };
		await sees(tab, music);
		await press(tab, music);
		await isAt(tab, /^\/events\/\d+$/);
		await sees(tab, { selector: 'h1' });
		const event = await tab.run(() => location.pathname);

		await join(tab);
		await consent(tab);
		await sees(tab, going);
		await isTold(tab, 'You’re going.');
		expect(await tab.run(() => location.pathname)).toBe(event);

		await goTo(tab, `${daybill.url}/me/participated`);
		const card = { selector: `main a[href="${event}"]` };
		await press(tab, card);
		await press(tab, going);
		await press(tab, button('Leave'));
		await sees(tab, button('Join'));
		await isTold(tab, 'You’re no longer going.');
		await goTo(tab, `${daybill.url}/me/participated`);
		await sees(tab, { selector: 'main p', name: 'No events yet.' });
		await seesNo(tab, card);
		expect(unexpectedErrors(tab)).toEqual([]);
	},
);

const opensWithoutServer = async (tab: Tab, daybill: Daybill) => {
	await goTo(tab, `${daybill.url}/cities/beijing?day_type=week`);
	await workerIsActive(tab);
	const title = await textOf(tab, heading);
	await expect.poll(async () => (await tab.run(storedData)).includes(title)).toBe(true);
	// Engines have no common way to be without a network: here the server is gone.
	await daybill.kill();
	await tab.run(() => void setTimeout(() => location.reload()));
	await sees(tab, { selector: heading, name: title });
	await daybill.start();
	await goTo(tab, `${daybill.url}/cities/shanghai`);
	await sees(tab, { selector: heading });
};
onDaybill('while there is no server, the app opens with the last content', opensWithoutServer, false);
