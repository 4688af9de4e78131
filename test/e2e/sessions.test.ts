import type { Page } from '@playwright/test';
import type { Session } from '../../src/contract/bff-api/session.ts';
import { type Daybill, expect, test } from './daybill.ts';
import { accountButton, going, relationIsKnown, signIn } from './people.ts';

test.use({ isShared: true, expectedConsoleErrors: [/Failed to load resource/] });

const join = { name: 'Join', exact: true } as const;

/** Signs in on the page of an event. @returns the id of the signed-in user, whose account the test then changes */
async function signedIn(page: Page, daybill: Daybill): Promise<string> {
	// What the menu reads once the page is idle would find the change before the person does.
	await page.route('**/api/users/*/created*', (route) => route.abort());
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	await relationIsKnown(page);
	const session = (await page.evaluate(async () =>
		(await fetch('/auth/session', { headers: { 'X-CSRF': '1' } })).json(),
	)) as Session;
	return session.signed_in ? session.service_user_id : '';
}

for (const [what, change, sentence] of [
	['whose password was changed', { password: 'another-one' }, 'Your password was changed. Sign in again.'],
	['that was blocked', { blocked: true }, 'Your account is blocked. Contact the events service.'],
] as const) {
	test(`a person with an account ${what} sees the reason and the next step`, async ({ page, daybill }) => {
		const id = await signedIn(page, daybill);
		await daybill.control('PATCH', `/users/${id}`, change);
		await page.getByRole('button', join).click();
		await expect(page.getByText(`Couldn’t save your change. ${sentence}`)).toBeVisible();
		await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
		await expect(accountButton(page)).toHaveCount(0);
	});
}

test('withdrawn consent is explained, and the action is completed after the next sign-in', async ({
	page,
	daybill,
}) => {
	const id = await signedIn(page, daybill);
	await daybill.control('DELETE', `/consents?user_id=${id}&client_id=daybill-demo`);
	await page.getByRole('button', join).click();
	const bar = page.getByText(/^Couldn’t save your change\. .*sign in again/i);
	await expect(bar).toBeVisible();
	await bar.locator('..').getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: /allow/i }).click();
	await expect(page.getByRole('button', going)).toBeVisible();
});

test.describe('after a year', () => {
	test.use({ isShared: false });

	test('a sign-in that is too old to be renewed ends with an explanation', async ({ page, daybill }) => {
		await signedIn(page, daybill);
		const aYear = 366 * 86_400;
		await daybill.control('POST', '/clock', { advance_seconds: aYear });
		await page.getByRole('button', join).click();
		await expect(page.getByText(/^Couldn’t save your change\. .*sign in again/i)).toBeVisible();
	});
});
