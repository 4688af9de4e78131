/** A computer that several people use: what a session leaves behind in the browser (decision 26). */
import { expect, test } from './daybill.ts';
import { accountButton, confirmed, join, signIn, signOut } from './people.ts';
import { storedData } from './stored-data.ts';

test.use({
	serviceWorkers: 'allow',
	// Images and code in flight fail once the service worker cannot fetch them.
	expectedConsoleErrors: [
		/Failed to load resource|^Error: Unable to preload CSS|dynamically imported module/,
	],
});

test('a user reads their own events offline, and a sign-out leaves nothing of them in the browser, in another tab, on the page, or behind Back', async ({
	page,
	daybill,
	context,
}) => {
	await signIn(page);
	await page.goto(`${daybill.url}/events/10000002`);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await confirmed(page, () => join(page));
	const title = await page.getByRole('heading', { level: 1 }).innerText();
	await page.goto(`${daybill.url}/me/participated`);
	const own = page.getByRole('heading', { name: title });
	await expect(own).toBeVisible();
	// While the user is signed in, their own events are stored for offline use.
	const isStored = async () => (await page.evaluate(storedData)).includes(JSON.stringify(title));
	await expect.poll(isStored).toBe(true);

	await context.setOffline(true);
	await page.reload();
	await expect(own.first()).toBeVisible();
	await expect(accountButton(page)).toBeVisible();
	await context.setOffline(false);
	await page.goto(`${daybill.url}/me/participated`);
	await expect(own).toBeVisible();

	const other = await context.newPage();
	await other.goto(`${daybill.url}/settings`);
	await expect(accountButton(other)).toBeVisible();
	/** Whether there are images, or records of when they were used. */
	const hasImages = async () =>
		(await page.evaluate(() => caches.has('images'))) ||
		(await page.evaluate(storedData)).includes('"images|');
	await expect.poll(hasImages).toBe(true);
	// Stop the worker, as browsers do when it has been idle for half a minute.
	const session = await context.newCDPSession(page);
	await session.send('ServiceWorker.enable');
	await session.send('ServiceWorker.stopAllWorkers');
	await signOut(page);
	await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
	await other.close();
	await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
	await expect(own).toHaveCount(0);
	await expect.poll(isStored).toBe(false);
	await expect.poll(hasImages).toBe(false);
	const stored = await page.evaluate(storedData);
	const [inLocalStorage, inSessionStorage] = stored.split('\n');
	expect(`${inLocalStorage} ${inSessionStorage}`).not.toMatch(/oidc|history|user/);

	await page.goBack();
	await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
	await expect(page.getByRole('button', { name: /^(Account|Sign out|Going.*)$/ })).toHaveCount(0);
});
