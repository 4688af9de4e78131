import { expect, test, untilReady } from './daybill.ts';
import { relationIsKnown } from './people.ts';

test.use({ isShared: true, expectedConsoleErrors: [/Failed to load resource/] });

test('a failure in one part of a page leaves the rest usable, and can be retried', async ({
	page,
	daybill,
}) => {
	const part = '**/api/events/10000014/participants*';
	await page.route(part, (route) =>
		route.fulfill({ status: 400, json: { code: 112, msg: 'rate_limit_exceeded2', request: 'GET /v2' } }),
	);
	await page.goto(`${daybill.url}/events/10000014`);
	const broken = page.locator('main section').filter({ has: page.getByRole('heading', { name: /^Going/ }) });
	await expect(broken.getByRole('alert')).toContainText(
		'This site has made too many requests this hour. Try again later. Code 112',
	);
	await relationIsKnown(page);
	const others = page
		.locator('main section')
		.filter({ has: page.getByRole('heading', { name: /^Interested/ }) });
	await expect(others.getByRole('button', { name: 'See all' })).toBeVisible();
	await page.unroute(part);
	await broken.getByRole('button', { name: 'Try again' }).click();
	await expect(broken.getByRole('button', { name: 'See all' })).toBeVisible();
});

test('an unreachable service leaves a message and a button to try again', async ({ page, daybill }) => {
	await page.route('**/api/**', (route) =>
		route.fulfill({
			status: 502,
			contentType: 'application/problem+json',
			body: JSON.stringify({
				type: 'about:blank',
				title: 'Bad Gateway',
				status: 502,
				detail: 'no answer',
				reason: 'service_unreachable',
			}),
		}),
	);
	await page.goto(`${daybill.url}/settings`);
	await page.getByRole('link', { name: 'Cities', exact: true }).click();
	const notice = page.getByRole('alert');
	await expect(notice).toContainText('Can’t reach the events service.');
	await page.unroute('**/api/**');
	await notice.getByRole('button', { name: 'Try again' }).click();
	await expect(page.locator('main a[href="/cities/beijing"]')).toBeVisible();
});

test('an unknown path and an event that does not exist are explained, with a link to continue', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/nothing/here`);
	await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
	await page.goto(`${daybill.url}/events/99999999`);
	await expect(page.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible();
	await page.getByRole('link', { name: 'Go home' }).click();
	await expect(page).toHaveURL(`${daybill.url}/`);
});

test.describe('after a deployment', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource|dynamically imported module/] });

	test('an open page whose code is gone loads itself again, once', async ({ page, daybill }) => {
		let loads = 0;
		let isThere = false;
		await page.route('**/assets/{event-page,settings-page}-*.js', (route) =>
			isThere ? route.fallback() : route.fulfill({ status: 404 }),
		);
		// Code that is loaded ahead, once the page is idle, is not needed yet.
		const ahead = page.waitForResponse((response) => /event-page-.*js$/.test(response.url()));
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		page.on('request', (request) => {
			if (!request.isNavigationRequest()) return;
			loads += 1;
			isThere = true;
		});
		const link = page.locator('main article a').first();
		await link.hover();
		expect((await ahead).status()).toBe(404);
		expect(loads).toBe(0);
		await link.click();
		await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
		expect(loads).toBe(1);

		// A link that is used before the app runs is followed by the browser.
		await untilReady(page);
		isThere = false;
		await page.getByRole('link', { name: 'Settings' }).click();
		await expect(page.getByRole('alert')).toContainText('Something went wrong');
		expect(loads).toBe(1);
		await page.getByRole('button', { name: 'Try again' }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
	});
});
