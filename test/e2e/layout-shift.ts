/** How much of a page moves unexpectedly while it loads (Cumulative Layout Shift). */
import type { Page } from '@playwright/test';
import { expect } from './daybill.ts';

interface Shift {
	value: number;
	/** Class names of the elements that moved. */
	moved: readonly string[];
}

/** Must be called before the page is opened. */
export const watchShifts = (page: Page) =>
	page.addInitScript(() => {
		const shifts: Shift[] = [];
		Object.assign(window, { shifts });
		interface Entry extends PerformanceEntry {
			value: number;
			sources: readonly { node: Node | null }[];
		}
		new PerformanceObserver((list) => {
			for (const { value, sources } of list.getEntries() as Entry[])
				shifts.push({
					value,
					moved: sources.map(({ node }) => (node instanceof Element ? node.className : `${node?.nodeName}`)),
				});
		}).observe({ type: 'layout-shift', buffered: true });
	});

/** Expects that nothing has moved so far, apart from imperceptible shifts. */
export async function expectNoShift(page: Page): Promise<void> {
	const shifts = await page.evaluate(() => (window as { shifts?: Shift[] }).shifts ?? []);
	const sum = shifts.reduce((total, { value }) => total + value, 0);
	expect(sum, JSON.stringify(shifts)).toBeLessThan(0.01);
}
