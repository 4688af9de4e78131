/** Two tabs of one browser that sign in at once, each after a tap on Join. */
import type { Browser, Page } from '@playwright/test';
import { expect, test, untilReady } from './daybill.ts';
import { accountButton, consent, going, join } from './people.ts';
import { addToSandbox, testUser } from './person.ts';
import { findOwnEvent } from './seeded.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

/** Creates a user of the sandbox. @returns the name to sign in with */
async function addUser(suffix: string): Promise<string> {
	const uid = `${(await testUser()).uid}${suffix}`;
	await addToSandbox('users', { uid, name: uid, password: `${uid}-daybill` });
	return uid;
}

/** Opens an event in a new browser's tabs, taps Join in each while signed out, and consents in all at once. */
async function joinInTabs(
	browser: Browser,
	urls: readonly string[],
	uids: readonly string[],
): Promise<Page[]> {
	const context = await browser.newContext();
	const tabs = await Promise.all(urls.map(() => context.newPage()));
	const visit = async (tab: Page, index: number) => {
		await tab.goto(urls[index] ?? '');
		await untilReady(tab);
		await join(tab);
		await consent(tab, 'Allow', uids[index % uids.length]);
	};
	await Promise.all(tabs.map(visit));
	return tabs;
}

test('both tabs end signed in, and each completes its own join', async ({ browser, daybill }) => {
	const events = [await findOwnEvent(daybill), await findOwnEvent(daybill)];
	const urls = events.map(({ id }) => `${daybill.url}/events/${id}`);
	for (let round = 0; round < 5; round++) {
		const uid = await addUser(`r${round}`);
		const tabs = await joinInTabs(browser, urls, [uid]);
		for (const reload of [false, true])
			for (const tab of tabs) {
				if (reload) await tab.reload();
				await expect(accountButton(tab)).toBeVisible();
				await expect(tab.getByRole('button', going)).toBeVisible();
			}
		await tabs[0]?.context().close();
	}
});
