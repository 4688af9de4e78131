/** A city with more than 5,000 events: how soon map and calendar are drawn once their data is there, and moving the map. */
import type { Page } from '@playwright/test';
import { judged } from '../aims.ts';
import { median } from '../measure.ts';
import type { Row } from '../report.ts';
import { launch, phone } from './browser.ts';

/**
 * Milliseconds from the arrival of the last response before something is drawn until that is painted.
 *
 * @param drawn selector of what is drawn
 */
async function drawingOf(page: Page, url: string, drawn: string): Promise<number> {
	await page.addInitScript((selector) => {
		const look = () => {
			if (document.querySelector(selector) === null) requestAnimationFrame(look);
			// After the frame in which it is drawn.
			else setTimeout(() => performance.mark('drawn'));
		};
		requestAnimationFrame(look);
	}, drawn);
	await page.goto(url);
	await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0);
	return page.evaluate(() => {
		const at = performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN;
		const ends = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
			.filter(({ initiatorType, responseEnd }) => initiatorType === 'fetch' && responseEnd < at)
			.map(({ responseEnd }) => responseEnd);
		return at - Math.max(...ends);
	});
}

/** Drags the map to and fro for two seconds. @returns frames a second */
async function framesWhileMoving(page: Page): Promise<number> {
	const box = await page.locator('.leaflet-container').boundingBox();
	if (box === null) throw new Error('there is no map');
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	const frames = page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				const startedAt = performance.now();
				let count = 0;
				const next = () => {
					count += 1;
					const seconds = (performance.now() - startedAt) / 1000;
					if (seconds < 2) requestAnimationFrame(next);
					else resolve(count / seconds);
				};
				requestAnimationFrame(next);
			}),
	);
	await page.mouse.move(x, y);
	await page.mouse.down();
	for (let step = 0; step < 60; step++)
		await page.mouse.move(x + 100 * Math.sin(step / 5), y + 60 * Math.cos(step / 5), { steps: 2 });
	await page.mouse.up();
	return frames;
}

/** @param origin of a Daybill whose Beijing has so many events @param runs of which the median counts */
export async function measureMapAndCalendar(origin: string, runs: number): Promise<Row[]> {
	const browser = await launch();
	try {
		const [maps, calendars, frames]: [number[], number[], number[]] = [[], [], []];
		let marked = 0;
		for (let run = 0; run < runs; run++) {
			const context = await browser.newContext(phone);
			const map = await context.newPage();
			const list = `${origin}/cities/beijing?day_type=future`;
			maps.push(await drawingOf(map, `${list}&view=map`, '[data-spot]'));
			marked = await map.locator('[data-spot]').count();
			frames.push(await framesWhileMoving(map));
			const calendar = await context.newPage();
			calendars.push(
				await drawingOf(calendar, `${list}&view=calendar`, 'table[aria-busy="false"] [data-day]'),
			);
			await context.close();
		}
		return [
			judged('drawing', median(maps), 'map'),
			judged('drawing', median(calendars), 'calendar'),
			judged('panning', median(frames)),
			{ what: 'marks on the map', value: marked, unit: '' },
		];
	} finally {
		await browser.close();
	}
}
