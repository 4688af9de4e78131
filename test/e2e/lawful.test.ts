/** Services of the matrix that change what is seen, in the browser. `test/lawful` tries every one of them over HTTP. */
import type { Page } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { application, person, startService } from '../lawful/service/start-service.ts';
import { together } from '../lawful/variants/together.ts';
import { expect, startDaybill, test } from './daybill.ts';
import { choose, confirmed, eventTitle, join, signIn } from './people.ts';

const joinButton = { name: 'Join', exact: true } as const;
const leave = { name: 'Leave', exact: true } as const;
const interested = { name: 'Interested', exact: true } as const;

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
	await page.getByRole('link', { name: 'Tomorrow', exact: true }).click();
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
	await expect(page.getByRole('button', leave)).toBeVisible();
	await page.goto(`${url}/me/participated`);
	const own = page.locator('main a[href^="/events/"]').filter({ hasText: title }).first();
	await own.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
	await confirmed(page, () => page.getByRole('button', leave).click());
	await expect(page.getByRole('button', joinButton)).toBeVisible();
}

/**
 * Roads that must look the same, whatever the service's identifiers, bodies and flags are. What does not touch is in one service:
 * most of the time of a road goes into its service and its Daybill.
 */
for (const names of [
	['ids-with-slash', 'city-with-slash-and-space'],
	['participants-count-only', 'idle-writes-rejected', 'owner-absent', 'end-absent'],
]) {
	test(`a person finds an event, joins and leaves it: ${names.join(', ')}`, async ({ page }) => {
		await withVariant(page, names, async (url) => {
			await findEvent(page, url);
			await signIn(page, person.uid);
			await takePart(page, url);
		});
	});
}

test.describe('where a read needs a token', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource/] });

	test('the cities say so and offer the sign-in, and are there after it', async ({ page }) => {
		await withVariant(page, 'reads-need-token', async (url) => {
			await page.goto(`${url}/cities`);
			const notice = page.getByRole('alert');
			await expect(notice.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
			await signIn(page, person.uid);
			await findEvent(page, url);
			await takePart(page, url);
		});
	});

	test("an event's people and another person's list offer the sign-in in their place, and say whom they are for", async ({
		page,
	}) => {
		await withVariant(page, ['people-need-token', 'own-lists-only'], async (url) => {
			const others = `${url}/users/1001/participated`;
			const notice = page.getByRole('alert');
			await page.goto(others);
			await expect(notice.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
			await findEvent(page, url);
			const people = page.getByText('Sign in to see who is on this list.');
			await expect(people.first().getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
			await signIn(page, person.uid);
			await expect(page.getByRole('region', { name: 'Your plans' })).not.toHaveAttribute('aria-busy');
			await expect(people).toHaveCount(0);
			await page.goto(others);
			await expect(notice).toContainText('It may be for other people');
			await expect(notice.getByRole('button')).toHaveCount(0);
			await page.goto(`${url}/me/participated`);
			await expect(page.getByText('No events yet.')).toBeVisible();
		});
	});
});

test('two cities with one short name each have their own page', async ({ page }) => {
	await withVariant(page, 'cities-share-short-name', async (url) => {
		for (const name of ['北京', '上海']) {
			await page.goto(`${url}/cities`);
			await page
				.getByRole('link', { name: new RegExp(name) })
				.first()
				.click();
			await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
		}
	});
});

test('a type that the specification does not list is shown as it is, and an own relation that the service sends after a reload', async ({
	page,
}) => {
	await withVariant(page, ['category-unknown', 'own-status-in-chinese'], async (url) => {
		await page.goto(`${url}/cities/beijing?day_type=week`);
		await expect(page.locator('main article').filter({ hasText: 'course' }).first()).toBeVisible();
		await findEvent(page, url);
		await signIn(page, person.uid);
		await confirmed(page, () => page.getByRole('button', interested).click());
		await page.reload();
		await expect(page.getByRole('button', interested)).toHaveAttribute('aria-pressed', 'true');
	});
});

test('where joining ends the interest, the page says so', async ({ page }) => {
	await withVariant(page, 'relations-exclusive', async (url) => {
		await findEvent(page, url);
		await signIn(page, person.uid);
		await confirmed(page, () => page.getByRole('button', interested).click());
		await expect(page.getByRole('button', interested)).toHaveAttribute('aria-pressed', 'true');
		await confirmed(page, () => join(page));
		await expect(page.getByRole('button', leave)).toBeVisible();
		await page.reload();
		await expect(page.getByRole('button', leave)).toBeVisible();
		await expect(page.getByRole('button', interested)).not.toHaveAttribute('aria-pressed', 'true');
	});
});

test.describe('where today is not a filter', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource/] });

	test('its list says so, and the front page has what is coming up', async ({ page }) => {
		await withVariant(page, 'future-only', async (url) => {
			await page.goto(`${url}/cities/beijing?day_type=today`);
			await expect(page.getByRole('alert')).toBeVisible();
			await page.goto(`${url}/cities/beijing`);
			await expect(page.locator('main article').first()).toBeVisible();
		});
	});
});
