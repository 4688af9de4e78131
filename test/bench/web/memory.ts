/** What a page's memory becomes after many navigations in the app. */
import { judged } from '../aims.ts';
import type { Row } from '../report.ts';
import { heapOf, launch, phone, untilReady } from './browser.ts';

const paths = ['/cities', '/cities/beijing', '/settings', '/cities/beijing?day_type=week'];

export async function measureMemory(origin: string): Promise<Row[]> {
	const browser = await launch();
	try {
		const page = await browser.newPage(phone);
		const session = await page.context().newCDPSession(page);
		await page.goto(`${origin}/cities/beijing?day_type=week`);
		await untilReady(page);
		const navigate = async () => {
			for (let turn = 0; turn < 50; turn++)
				for (const path of paths) {
					await page.evaluate((to) => {
						history.pushState(null, '', to);
						dispatchEvent(new PopStateEvent('popstate'));
					}, path);
					// As fast as a person could press.
					await page.waitForTimeout(15);
				}
			await page.waitForTimeout(1_000);
		};
		await navigate();
		const before = await heapOf(session);
		await navigate();
		const after = await heapOf(session);
		return [
			judged('memory', after / before),
			{ what: 'memory after 400 navigations', value: after, unit: 'MB' },
		];
	} finally {
		await browser.close();
	}
}
