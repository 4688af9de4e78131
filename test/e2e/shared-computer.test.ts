/** A computer that several people use: what a session leaves in the browser (decision 26). */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { accountButton, going, relationIsKnown, signIn, signOut } from './people.ts';
import { storedData } from './stored-data.ts';

test.use({ serviceWorkers: 'allow', expectedConsoleErrors: [/Failed to load resource/] });

/** The worker of the page keeps what is read from now on. */
async function workerIsActive(page: Page): Promise<void> {
	await page.evaluate(async () => navigator.serviceWorker.ready);
	await page.reload();
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('after a sign-out, nothing of the person is in the browser, in another tab, on the page, or behind Back', async ({
	page,
	daybill,
	context,
}) => {
	await signIn(page);
	await page.goto(`${daybill.url}/events/10000002`);
	await workerIsActive(page);
	await relationIsKnown(page);
	await page.getByRole('button', { name: 'Join', exact: true }).click();
	await expect(page.getByRole('button', going)).toBeVisible();
	const title = await page.getByRole('heading', { level: 1 }).innerText();
	await page.goto(`${daybill.url}/developers`);
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('200');
	await page.goto(`${daybill.url}/me/participated`);
	await expect(page.getByRole('heading', { name: title })).toBeVisible();
	// While signed in, one's own events are stored for a time without a network.
	const isStored = async () => (await page.evaluate(storedData)).includes(JSON.stringify(title));
	await expect.poll(isStored).toBe(true);

	const other = await context.newPage();
	await other.goto(`${daybill.url}/settings`);
	await expect(accountButton(other)).toBeVisible();
	await signOut(page);
	await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
	await other.close();
	await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
	await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
	await expect.poll(isStored).toBe(false);
	const stored = await page.evaluate(storedData);
	const [inLocalStorage, inSessionStorage] = stored.split('\n');
	expect(`${inLocalStorage} ${inSessionStorage}`).not.toMatch(/oidc|history|user/);

	for (let step = 0; step < 2; step++) {
		await page.goBack();
		await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
		await expect(page.getByRole('button', { name: /^(Account|Sign out|Going.*)$/ })).toHaveCount(0);
	}
});
