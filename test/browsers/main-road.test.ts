/** What most people do, in the engines besides Chromium (`e2e/main-road.test.ts`). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { startFront } from '../e2e/front.ts';
import { addToSandbox } from '../e2e/person.ts';
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

onDaybill('while there is no server, the app opens with the last content', async (tab, daybill) => {
	const front = await startFront(daybill.url);
	await goTo(tab, `${front.url}/cities/beijing?day_type=week`);
	await workerIsActive(tab);
	const title = await textOf(tab, heading);
	await expect.poll(async () => (await tab.run(storedData)).includes(title)).toBe(true);
	// Engines have no common way to be without a network: here the server is gone.
	front.stop();
	await tab.run(() => void setTimeout(() => location.reload()));
	await sees(tab, { selector: heading, name: title });
	const again = await startFront(daybill.url, { port: front.port });
	onTestFinished(() => again.stop());
	await goTo(tab, `${front.url}/cities/shanghai`);
	await sees(tab, { selector: heading });
});

/** @returns the URL of a page that takes its time */
async function startSlowPage(milliseconds: number): Promise<string> {
	const server = createServer((_request, response) => {
		const send = () => response.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>');
		setTimeout(send, milliseconds);
	}).listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Of the response that the page waits for: each engine has another. */
let count = 6;

/** Engines end the requests of a page that is left at different moments. */
onDaybill('a page that is left while its code loads does not hold anybody back', async (tab, daybill) => {
	const elsewhere = await startSlowPage(1_500);
	await addToSandbox('faults', { path: '/v2/event/10000077/participants', delay_ms: 60_000 });
	await goTo(tab, `${daybill.url}/settings`);
	count += 1;
	await tab.run(
		({ url, path }) => {
			setTimeout(() => window.location.assign(url));
			// Stands for code on its way: the build reports a chunk that could not be loaded by this event.
			fetch(path).catch((payload: unknown) =>
				window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload })),
			);
		},
		{ url: elsewhere, path: `/api/events/10000077/participants?count=${count}` },
	);
	await sees(tab, { selector: 'h1', name: 'Elsewhere' });
});
