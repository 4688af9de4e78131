import { withPatience } from '../patience.ts';
import { controlsOf, findEvents } from '../presses/controls.ts';
import { placeOf, pressAt, type Stage, setStage } from '../presses/press.ts';
import { expect, test } from './daybill.ts';
import { isFull } from './widths.ts';

test.use({ isShared: true, contextOptions: { reducedMotion: 'no-preference' } });

/** Milliseconds after the first paint: before, while and after the app takes over a page. */
const moments = isFull ? [0, 50, 100, 150, 200, 300, 400, 500, 650, 800, 1_100, 1_500] : [0, 150, 600];

/** One control of each kind; `npm run presses` tries all of them at more moments. */
const kinds = [
	'list: day',
	'list: Sign in',
	'list: type of event',
	'list: type of event, taken back',
	'list: search, typed',
	'list: search, typed and sent',
	'event: Join',
	'event: Join, signed out',
	'event: Join, and a day then',
	'event: Share',
	'cities: search, typed',
];

/** By the URL of the worker's Daybill: one sign-in for all tests. */
const stages = new Map<string, Stage>();

for (const kind of kinds)
	test(`whenever it is pressed after the first paint, it has its effect once: ${kind}`, async ({
		browser,
		daybill,
	}) => {
		test.setTimeout(withPatience(300_000));
		const events = await findEvents(daybill);
		const control = controlsOf(events).find(({ name }) => name === kind);
		if (control === undefined) throw new Error(`there is no control ${kind}`);
		const stage = stages.get(daybill.url) ?? setStage(browser, daybill, events);
		stages.set(daybill.url, stage);
		const place = await placeOf(stage, control);
		let done = 0;
		for (const after of moments) if (await pressAt(stage, control, place, { after, slowdown: 1 })) done += 1;
		// The first ones may come before the whole page has arrived.
		expect(done).toBeGreaterThan(0);
	});
