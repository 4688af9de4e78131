/** Services of the matrix that change what is seen, in the browser. `test/lawful` tries every one of them over HTTP. */
import type { Page } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { application, person, startService } from '../lawful/service/start-service.ts';
import { together } from '../lawful/variants/together.ts';
import { expect, startDaybill, test } from './daybill.ts';
import { choose, confirmed, eventTitle, going, join, leave, signInByPages } from './people.ts';

const joinButton = { name: 'Join', exact: true } as const;
/** A Daybill in front of a service, for as long as `visit` takes. */
async function withVariant(
	page: Page,
	names: string | readonly string[],
	visit: (url: string) => Promise<void>,
): Promise<void> {
	const variant = together([names].flat());
	const port = await freePort();
	const service = await startService(variant, `http://localhost:${port}/callback`);
	const daybill = await startDaybill({
		port,
		environment: {
			EVENTS_BASE_URL: service.baseUrl,
			EVENTS_AUTH_URL: service.authUrl,
			OAUTH_CLIENT_ID: application.clientId,
			OAUTH_CLIENT_SECRET: application.clientSecret,
			IMAGE_ORIGINS: service.origin,
			...(variant.operator?.timeZone === undefined ? {} : { EVENTS_TIME_ZONE: variant.operator.timeZone }),
			...(variant.operator?.tokenParams === undefined
				? {}
				: { OAUTH_TOKEN_PARAMS: variant.operator.tokenParams }),
		},
	});
	try {
		await visit(daybill.url);
	} finally {
		await page.goto('about:blank');
		await daybill.stop();
		await service.close();
	}
}

/** From the choice of cities to the first event of a city's coming music. */
async function findEvent(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/cities`);
	await page.getByRole('link', { name: /北京/ }).first().click();
	await page.locator('main a[href*="day_type=tomorrow"]').first().click();
	await expect(page).toHaveURL(/day_type=tomorrow/);
	// What moves while the list comes could be under the pointer.
	await expect(page.getByText(/^\d+ events?( so far)?$/).first()).toBeVisible();
	await choose(page, 'Type', 'Music');
	await expect(page).toHaveURL(/type=music/);
	await page.locator('main a[href^="/events/"]').first().click();
	await expect(page).toHaveURL(/\/events\//);
	await expect(eventTitle(page)).toBeVisible();
}

/** Joins the event of this page, finds it among the own ones, and leaves it there. */
async function takePart(page: Page, url: string): Promise<void> {
	const title = await eventTitle(page).innerText();
	await confirmed(page, () => join(page));
	await expect(page.getByRole('button', going)).toBeVisible();
	await page.goto(`${url}/me/participated`);
	const own = page.locator('main a[href^="/events/"]').filter({ hasText: title }).first();
	await own.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
	await confirmed(page, () => leave(page));
	await expect(page.getByRole('button', joinButton)).toBeVisible();
}

/** What does not touch is in one service: most of the time of a road goes into its service and its Daybill. */
const names = [
	'ids-with-slash',
	'city-with-slash-and-space',
	'participants-count-only',
	'idle-writes-rejected',
	'owner-absent',
	'end-absent',
];
test(`a person finds an event, joins and leaves it: ${names.join(', ')}`, async ({ page }) => {
	await withVariant(page, names, async (url) => {
		await findEvent(page, url);
		await signInByPages(page, person.uid);
		await takePart(page, url);
	});
});
