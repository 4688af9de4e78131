/** The longest task while a city's list is scrolled until it shows 5,000 events. */
import { judged } from '../aims.ts';
import type { Row } from '../report.ts';
import { launch } from './browser.ts';

/** @param origin of a Daybill whose Beijing has so many events */
export async function measureScrolling(origin: string, events = 5_000): Promise<Row[]> {
	const browser = await launch();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.goto(`${origin}/cities/beijing?day_type=future`);
		const cards = page.locator('main article');
		await cards.first().waitFor();
		await page.evaluate(() => {
			const longest = { task: 0 };
			Object.assign(window, { longest });
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
			}).observe({ type: 'longtask' });
		});
		for (let step = 0; step < 4_000; step++) {
			await page.mouse.wheel(0, 2_000);
			await page.waitForTimeout(30);
			if (step % 20 === 0 && (await cards.count()) >= events) break;
		}
		const task = await page.evaluate(() => (window as unknown as { longest: { task: number } }).longest.task);
		return [
			judged('scrolling', task),
			{ what: 'cards at the end of scrolling', value: await cards.count(), unit: '' },
		];
	} finally {
		await browser.close();
	}
}
