/**
 * How soon taps take effect on a phone with a four times slower CPU: half a second after the first paint
 * (from traces), and in a session of filter, open, join, back, search and map (from Event Timing).
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { demoAccounts } from '../../../src/sandbox/data/demo-accounts.ts';
import { untilReady } from '../../e2e/daybill.ts';
import { choose, join, signIn } from '../../e2e/people.ts';
import { chromium, pathOf } from '../../programs.ts';
import { judged, median, type Row } from '../report.ts';
import { launch, phone, slowDown } from './browser.ts';

const slowdown = 4;

interface TraceEvent {
	name: string;
	/** Microseconds. */
	ts: number;
	args: {
		data?: {
			type?: string;
			duration?: number;
			timeStamp?: number;
			interactionId?: number;
		};
	};
}

/**
 * Milliseconds from a tap to its effect: the next paint, or the navigation to another page.
 *
 * @param trace of the tap and half a second after it
 */
function answerOf(trace: Buffer): number {
	const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
	const durations = traceEvents
		.filter(({ name, args }) => name === 'EventTiming' && (args.data?.interactionId ?? 0) > 0)
		.map(({ args }) => args.data?.duration ?? 0);
	if (durations.length > 0) return Math.max(...durations);
	// Without a listener for the event, the trace has no EventTiming entry.
	const taps = traceEvents
		.filter(
			({ name, args }) =>
				name === 'EventDispatch' && /^(pointer|gesturetap)down$/.test(args.data?.type ?? ''),
		)
		.map(({ ts }) => ts);
	const navigation = traceEvents
		.filter(({ name }) => name === 'NavigationRequest::StartNavigation')
		.map(({ ts }) => ts);
	if (taps.length === 0 || navigation.length === 0)
		throw new Error('the trace has no tap, or no response to it');
	return (Math.min(...navigation) - Math.min(...taps)) / 1000;
}

/** Taps a control half a second after the first paint of its page. */
async function tapEarly(browser: Browser, url: string, selector: string): Promise<number> {
	const context = await browser.newContext(phone);
	try {
		const page = await context.newPage();
		await slowDown(page, slowdown);
		await page.goto(url, { waitUntil: 'commit' });
		await page.evaluate(
			() =>
				new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
		);
		await wait(500);
		const place = await page.evaluate((where) => {
			const box = document.querySelector(where)?.getBoundingClientRect();
			return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		}, selector);
		if (place === undefined)
			throw new Error(`${selector} is not in ${url} half a second after the first paint`);
		await browser.startTracing(page, { categories: ['devtools.timeline', 'navigation'] });
		await page.touchscreen.tap(place.x, place.y);
		await wait(1_500);
		return answerOf(await browser.stopTracing());
	} finally {
		await context.close();
	}
}

interface Interaction {
	id: number;
	milliseconds: number;
}

/** Makes a page record the duration of each interaction. */
function noteInteractions(): void {
	const seen: Interaction[] = [];
	Object.assign(window, { seen });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
			if (entry.interactionId > 0) seen.push({ id: entry.interactionId, milliseconds: entry.duration });
	}).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** @returns milliseconds of each interaction that took at least a frame */
async function session(browser: Browser, origin: string, uid: string): Promise<number[]> {
	const context = await browser.newContext(phone);
	try {
		const page = await context.newPage();
		await page.addInitScript(noteInteractions);
		const list = `${origin}/cities/beijing?day_type=week`;
		await page.goto(list);
		await signIn(page, uid);
		await page.goto(list);
		await untilReady(page);
		await slowDown(page, slowdown);
		await page.getByRole('link', { name: 'This weekend', exact: true }).tap();
		await page.waitForURL(/day_type=weekend/);
		await page.locator('main article a').first().tap();
		await page.waitForURL(/\/events\//);
		await join(page);
		// Joining opens a sheet with links to web calendars.
		await page.getByRole('link', { name: /Yahoo/ }).first().waitFor();
		await page.keyboard.press('Escape');
		// A second tap right away would count as a double tap.
		await wait(500);
		// Leave the event, so that the next run can join it.
		await page.getByRole('button', { name: /^Going/ }).tap();
		await page.getByRole('button', { name: 'Leave', exact: true }).tap();
		await page.getByRole('button', { name: 'Join', exact: true }).waitFor();
		await page.goBack();
		await page.locator('main article').first().waitFor();
		await page.getByRole('link', { name: 'Search events' }).tap();
		await page.locator('input[type=search]').tap();
		await page.keyboard.type('jazz', { delay: 100 });
		await page.waitForURL(/q=jazz/);
		await page.locator('input[type=search]').fill('');
		await page.waitForURL((url) => !url.searchParams.has('q'));
		await page.keyboard.type('jazz', { delay: 100 });
		await page.waitForURL(/q=jazz/);
		await choose(page, 'Sort & view', 'Map');
		await page.locator('.leaflet-marker-icon').first().waitFor();
		await wait(500);
		return await longestOf(page);
	} finally {
		await context.close();
	}
}

async function longestOf(page: Page): Promise<number[]> {
	const seen = await page.evaluate(() => (window as unknown as { seen: Interaction[] }).seen);
	const longest = new Map<number, number>();
	for (const { id, milliseconds } of seen) longest.set(id, Math.max(longest.get(id) ?? 0, milliseconds));
	return [...longest.values()];
}

export async function measureTaps(origin: string, runs: number): Promise<Row[]> {
	// Prefers the headless shell: Chromium's Event Timing includes painting its window, 300 ms after the page.
	const browser = await launch([], { executablePath: pathOf(chromium) });
	try {
		const early = { filter: [] as number[], Join: [] as number[] };
		const all: number[] = [];
		for (let run = 0; run < runs; run++) {
			const { uid = '' } = demoAccounts[run % demoAccounts.length] ?? {};
			early.filter.push(
				await tapEarly(
					browser,
					`${origin}/cities/beijing?day_type=week`,
					'main nav a[href*="day_type=weekend"]',
				),
			);
			early.Join.push(
				await tapEarly(browser, `${origin}/events/10000002`, 'main [data-bar] button:not([aria-pressed])'),
			);
			all.push(...(await session(browser, origin, uid)));
		}
		const sorted = all.toSorted((a, b) => a - b);
		const percentile = sorted[Math.ceil(sorted.length * 0.98) - 1] ?? Number.NaN;
		return [
			judged('firstTap', median(early.filter), 'filter'),
			judged('firstTap', median(early.Join), 'Join'),
			judged('inp', percentile),
		];
	} finally {
		await browser.close();
	}
}
