import type { WireEvent } from '../../src/contract/spec/resources.ts';
import { expect, test } from './daybill.ts';
import { relationIsKnown } from './people.ts';
import { findSeeded, nightsOf } from './seeded.ts';
import { onBoth, onPhone } from './widths.ts';

test.use({ isShared: true });

/** Other tests join events of music (`findTomorrowsMusic`) at the same time: these keep their numbers. */
const keepsNumbers = ({ category }: WireEvent) => category !== 'music';

const openEvent = ({ id }: WireEvent) => `/events/${id}`;

test(
	'an event shows its uncropped poster, time, place with map and directions, text, owner and its own page',
	onPhone,
	async ({ page, daybill }) => {
		const event = await findSeeded(
			daybill,
			(each) =>
				keepsNumbers(each) &&
				/https:\/\/events\.example\/notes/.test(each.content) &&
				!each.content.includes('<') &&
				each.geo !== '' &&
				each.participant_count > 8 &&
				nightsOf(each) === 0,
		);
		await page.goto(daybill.url + openEvent(event));
		const main = page.locator('main');
		await expect(main.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
		await expect(main.getByRole('img', { name: `Poster of ${event.title}` }).first()).toBeVisible();
		await expect(main.locator('dl')).toContainText(event.address);
		await expect(main.locator('dl')).toContainText(event.begin_time.slice(11, 16));
		await expect(main.getByRole('link', { name: 'Show on map' })).toHaveAttribute(
			'href',
			/openstreetmap\.org/,
		);
		await expect(main.getByRole('link', { name: 'Get directions' })).toHaveAttribute('href', /directions/);
		await expect(main.getByRole('link', { name: event.owner.name }).first()).toHaveAttribute(
			'href',
			`/users/${event.owner.id}/created`,
		);
		await expect(main.getByRole('link', { name: /^View on / })).toHaveAttribute('href', event.adapt_url);
		// The service sends an identifier, which is not a URL.
		await expect(main.getByRole('link', { name: 'See photos' })).toHaveCount(0);
		await expect(main.getByRole('link', { name: 'https://events.example/notes' })).toHaveAttribute(
			'rel',
			/noreferrer/,
		);
		// Line breaks of the text are line breaks on the page.
		const about = main.locator('section').filter({ has: page.getByRole('heading', { name: 'About' }) });
		expect((await about.innerText()).split('\n').filter((line) => line.trim() !== '').length).toBeGreaterThan(
			2,
		);
		await expect(page.getByTestId('participant-count')).toHaveText(`${event.participant_count} going`);

		const image = page.getByRole('button', { name: /^Enlarge poster/ }).locator('img');
		await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
		const fit = await image.evaluate((img: HTMLImageElement) => ({
			natural: img.naturalWidth / img.naturalHeight,
			shown: img.clientWidth / img.clientHeight,
			objectFit: getComputedStyle(img).objectFit,
		}));
		if (fit.objectFit !== 'contain') expect(Math.abs(fit.natural - fit.shown)).toBeLessThan(0.02);
	},
);

test(
	'title, time and place are in the first view, and the buttons to take part stay there while one reads on',
	onBoth,
	async ({ page, daybill, isMobile }) => {
		const event = await findSeeded(daybill, ({ content }) => content.length > 120);
		await page.goto(daybill.url + openEvent(event));
		const join = page.getByRole('button', { name: 'Join', exact: true });
		const facts = page.locator('main dl dd');
		for (const part of [
			page.getByRole('heading', { level: 1 }),
			facts.first(),
			facts.filter({ hasText: event.address }),
			join,
		])
			await expect(part).toBeInViewport({ ratio: 1 });
		if (!isMobile) return;
		await expect(page.getByRole('heading', { name: /^Interested/ })).toBeVisible();
		// What else is on is loaded as its place comes near, which makes the page longer.
		await expect(async () => {
			await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
			const top = (await page.locator('[data-bar]').boundingBox())?.y ?? 0;
			const end = await page.locator('footer > :last-child').boundingBox();
			expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top);
		}).toPass();
		await expect(join).toBeInViewport({ ratio: 1 });
		for (const button of await page.locator('[data-bar] button').all())
			expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	},
);

test.describe('when the service rejects a part', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource/] });

	test('a failure in one part of a page leaves the rest usable, and can be retried', async ({
		page,
		daybill,
	}) => {
		const part = '**/api/events/10000014/participants*';
		await page.route(part, (route) =>
			route.fulfill({ status: 400, json: { code: 112, msg: 'rate_limit_exceeded2', request: 'GET /v2' } }),
		);
		await page.goto(`${daybill.url}/events/10000014`);
		const broken = page
			.locator('main section')
			.filter({ has: page.getByRole('heading', { name: /^Going/ }) });
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
});

test.describe('sharing', () => {
	test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

	test(
		'uses the system’s share sheet where there is one, else copies the URL',
		onPhone,
		async ({ page, daybill }) => {
			await page.addInitScript(() => {
				Object.defineProperty(Navigator.prototype, 'share', {
					configurable: true,
					value: async ({ url }: { url: string }) => {
						document.documentElement.dataset.shared = url;
					},
				});
			});
			await page.goto(`${daybill.url}/events/10000002`);
			await page.getByRole('button', { name: 'Share' }).click();
			await expect(page.locator('html')).toHaveAttribute('data-shared', `${daybill.url}/events/10000002`);
			await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
			await page.getByRole('button', { name: 'Share' }).click();
			await expect(page.getByText('Link copied.')).toBeVisible();
			expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
				`${daybill.url}/events/10000002`,
			);
		},
	);
});
