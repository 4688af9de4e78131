/**
 * The longest task while a city's list is scrolled until it shows 5,000 events, and back: by the time of the processor, since the
 * service with its 60,000 events and the browser's other threads share the cores.
 */
import { judged } from '../aims.ts';
import type { Row } from '../report.ts';
import { launch } from './browser.ts';
import { readMainThread, type TraceEvent } from './main-tasks.ts';

/** @param origin of a Daybill whose Beijing has so many events */
export async function measureScrolling(origin: string, events = 5_000): Promise<Row[]> {
	const browser = await launch();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.goto(`${origin}/cities/beijing?day_type=future`);
		const cards = page.locator('main article');
		await cards.first().waitFor();
		/** A long list keeps only some cards in the document, and says how many there are. */
		const sizeOf = () =>
			page.evaluate(() => {
				const lists = [...document.querySelectorAll('main ul:has(> li article)')];
				const sizes = lists.map(({ children }) =>
					Number(children[0]?.getAttribute('aria-setsize') ?? children.length),
				);
				return sizes.reduce((sum, size) => sum + size, 0);
			});
		const showMore = () =>
			page.evaluate(() => {
				const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
				buttons.find(({ textContent }) => textContent === 'Show more')?.click();
			});
		await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
		for (let step = 0; (await sizeOf()) < events; step++) {
			if (step === 4_000) throw new Error(`the list ends at ${await sizeOf()} cards`);
			await page.mouse.wheel(0, 2_000);
			// The list grows by itself only a few times.
			await showMore();
			await page.waitForTimeout(30);
		}
		for (let step = 0; step < 100; step++) {
			await page.mouse.wheel(0, -2_000);
			await page.waitForTimeout(30);
		}
		const trace = await browser.stopTracing();
		const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
		const { tasks } = readMainThread(traceEvents);
		return [
			judged('scrolling', Math.max(...tasks.map(({ cpu }) => cpu))),
			{ what: 'tasks of scrolling', value: tasks.length, unit: '' },
		];
	} finally {
		await browser.close();
	}
}
