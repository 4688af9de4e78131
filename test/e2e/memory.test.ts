/** What the browser keeps of pages that are no longer shown. */
import { expect, test } from './daybill.ts';

test.use({ isShared: true });

test('pages that give way to the next one before they are drawn are not kept', async ({ page, daybill }) => {
	const list = '/cities/beijing?day_type=week';
	await page.goto(`${daybill.url}${list}`);
	const session = await page.context().newCDPSession(page);
	const nodes = async () => {
		await session.send('HeapProfiler.collectGarbage');
		return (await session.send('Memory.getDOMCounters')).nodes;
	};
	// A page takes longer to render than to give way.
	await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	const hurry = async () => {
		await page.evaluate(
			async (paths) => {
				for (let turn = 0; turn < 15; turn++)
					for (const path of paths) {
						history.pushState(null, '', path);
						dispatchEvent(new PopStateEvent('popstate'));
						await new Promise((resolve) => setTimeout(resolve, 15));
					}
			},
			['/cities', '/cities/beijing', '/settings', list],
		);
		await expect(page.locator('html:not([data-waiting]) main article').first()).toBeVisible();
	};
	await hurry();
	const before = await nodes();
	await hurry();
	const shown = await page.evaluate(() => document.querySelectorAll('*').length);
	// React keeps what it rendered last beside what it shows.
	await expect.poll(nodes).toBeLessThan(before + 2 * shown);
});
