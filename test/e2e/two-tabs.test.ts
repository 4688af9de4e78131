/** Two tabs of one browser that sign in at once, each after a tap on Join. */
import type { Browser, Page } from '@playwright/test';
import { expect, test, untilReady } from './daybill.ts';
import { accountButton, consent, going, join } from './people.ts';
import { testUser } from './person.ts';
import { findOwnEvent } from './seeded.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

/** Opens each event in a tab of a new browser, taps Join in all while signed out, and allows it in all at once. */
async function joinInTabs(browser: Browser, urls: readonly string[], uid: string): Promise<Page[]> {
	const context = await browser.newContext();
	const tabs = await Promise.all(urls.map(() => context.newPage()));
	const taps = async (tab: Page, index: number) => {
		await tab.goto(urls[index] ?? '');
		await untilReady(tab);
		await join(tab);
	};
	// Signs in at the service, once for all tabs.
	const [first] = tabs;
	if (first !== undefined) await taps(first, 0).then(() => consent(first, 'Deny', uid));
	for (const [index, tab] of tabs.entries()) await taps(tab, index);
	await Promise.all(tabs.map((tab) => consent(tab, 'Allow')));
	return tabs;
}

test('both tabs end signed in, and each completes its own join', async ({ browser, daybill }) => {
	const events = [await findOwnEvent(daybill), await findOwnEvent(daybill)];
	const urls = events.map(({ id }) => `${daybill.url}/events/${id}`);
	const { uid } = await testUser();
	const tabs = await joinInTabs(browser, urls, uid);
	for (const reload of [false, true])
		for (const tab of tabs) {
			if (reload) await tab.reload();
			await expect(accountButton(tab)).toBeVisible();
			await expect(tab.getByRole('button', going)).toBeVisible();
		}
	await tabs[0]?.context().close();
});
