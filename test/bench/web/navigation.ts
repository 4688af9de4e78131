/**
 * How soon another page is shown: back and forward in the app, with place and focus; from the browser's back/forward cache; and
 * the next page on slow 4G.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { judged } from '../aims.ts';
import { median } from '../measure.ts';
import type { Row } from '../report.ts';
import { launch, phone, untilReady } from './browser.ts';

const listPath = '/cities/beijing?day_type=week';
const publicPaths = ['/cities', '/cities/beijing', listPath, '/events/10000002', '/settings'];
/** As Lighthouse's and the browsers' own tools name it; bytes a second and milliseconds. */
const slow4G = {
	offline: false,
	latency: 562.5,
	downloadThroughput: (1_474.56 * 1024) / 8,
	uploadThroughput: (675 * 1024) / 8,
};

/** Milliseconds between a list that is ready and the press on a card. */
const lookingTime = 3_000;

/** Does a step in the page. @returns milliseconds until a page with this heading was painted */
const untilHeading = (page: Page, step: 'back' | 'forward' | 'click', heading: string, card = '') =>
	page.evaluate(
		([what, title, href]) =>
			new Promise<number>((resolve) => {
				const startedAt = performance.now();
				const look = () => {
					if (document.querySelector('h1')?.textContent !== title) requestAnimationFrame(look);
					// After the frame in which it is drawn.
					else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
				};
				if (what === 'back') history.back();
				else if (what === 'forward') history.forward();
				else document.querySelector<HTMLElement>(`main article a[href="${href}"]`)?.click();
				look();
			}),
		[step, heading, card] as const,
	);

const headingOf = (page: Page) => page.evaluate(() => document.querySelector('h1')?.textContent ?? '');

/** The last card that is on the screen. */
const cardOf = (page: Page) =>
	page.evaluate(() => {
		const links = [...document.querySelectorAll<HTMLAnchorElement>('main article a[href^="/events/"]')];
		const shown = links.filter((link) => link.getBoundingClientRect().bottom < innerHeight - 80);
		const link = shown.at(-1) ?? links[0];
		return {
			href: link?.getAttribute('href') ?? '',
			title: link?.closest('article')?.querySelector('h2, h3')?.textContent ?? '',
		};
	});

async function backAndForward(browser: Browser, origin: string, runs: number): Promise<Row[]> {
	const page = await browser.newPage(phone);
	const times = { back: [] as number[], forward: [] as number[] };
	const kept = { place: 0, focus: 0 };
	await page.goto(origin + listPath);
	await untilReady(page);
	const list = await headingOf(page);
	for (let run = 1; run <= runs; run++) {
		await page.evaluate((y) => window.scrollTo(0, y), run * 600);
		await wait(300);
		const { href, title } = await cardOf(page);
		const before = await page.evaluate(() => window.scrollY);
		await page.locator(`main article a[href="${href}"]`).first().focus();
		await page.keyboard.press('Enter');
		await page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, title);
		await wait(500);
		times.back.push(await untilHeading(page, 'back', list));
		await wait(500);
		const after = await page.evaluate(() => ({
			y: window.scrollY,
			focus: document.activeElement?.getAttribute('href'),
		}));
		if (Math.abs(after.y - before) <= 2) kept.place += 1;
		if (after.focus === href) kept.focus += 1;
		times.forward.push(await untilHeading(page, 'forward', title));
		await wait(500);
		await untilHeading(page, 'back', list);
	}
	await page.close();
	return [
		judged('back', median(times.back), 'back'),
		judged('back', median(times.forward), 'forward'),
		judged('backKept', (100 * kept.place) / runs, 'place'),
		judged('backKept', (100 * kept.focus) / runs, 'focus'),
	];
}

async function backForwardCache(browser: Browser, origin: string): Promise<Row> {
	const page = await browser.newPage(phone);
	let taken = 0;
	for (const path of publicPaths) {
		await page.goto(origin + path);
		// Only the same document has it.
		await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
		await page.goto(`${origin}/cities/shanghai`);
		await page.goBack({ waitUntil: 'commit' });
		await page.locator('#root h1').first().waitFor();
		const { isSame, reasons } = await page.evaluate(() => {
			const [navigation] = performance.getEntriesByType('navigation');
			return {
				isSame: document.documentElement.hasAttribute('data-left'),
				reasons: JSON.stringify(navigation, ['notRestoredReasons', 'reasons', 'reason']),
			};
		});
		if (isSame) taken += 1;
		else console.log(`${path} was not taken: ${reasons}`);
	}
	await page.close();
	return judged('backCache', (100 * taken) / publicPaths.length);
}

/** @param hover milliseconds for which the pointer rests on the card before the press */
async function nextPage(browser: Browser, origin: string, hover: number): Promise<number> {
	const context = await browser.newContext({ viewport: phone.viewport, locale: phone.locale });
	try {
		const page = await context.newPage();
		const cdp = await context.newCDPSession(page);
		await cdp.send('Network.enable');
		await cdp.send('Network.emulateNetworkConditions', slow4G);
		await page.goto(origin + listPath);
		await untilReady(page);
		// Somebody looks at the list.
		await page.waitForLoadState('load');
		await wait(lookingTime);
		const { href, title } = await cardOf(page);
		if (hover > 0) {
			await page.locator(`main article a[href="${href}"]`).first().hover();
			await wait(hover);
		}
		return await untilHeading(page, 'click', title, href);
	} finally {
		await context.close();
	}
}

export async function measureNavigation(origin: string, runs: number): Promise<Row[]> {
	// Playwright switches the cache off.
	const browser = await launch([], { ignoreDefaultArgs: ['--disable-back-forward-cache'] });
	try {
		const next = { hovering: [] as number[], tapped: [] as number[] };
		for (let run = 0; run < runs; run++) {
			next.hovering.push(await nextPage(browser, origin, 300));
			next.tapped.push(await nextPage(browser, origin, 0));
		}
		return [
			...(await backAndForward(browser, origin, runs)),
			await backForwardCache(browser, origin),
			judged('nextPage', median(next.hovering), 'after hovering'),
			judged('nextPage', median(next.tapped), 'tapped at once'),
		];
	} finally {
		await browser.close();
	}
}
