/** The poster of a card grows into its place on the event's page, and back: a view transition of the browser. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { holdFiles, signIn } from './people.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true, contextOptions: { reducedMotion: 'no-preference' } });

/** What became of each view transition of the page: the sizes and places between which the poster moved, or why it did not. */
interface Motion {
	/** `width x y` of the poster at the beginning and at the end; empty when it did not move. */
	poster: readonly string[];
	/** Name of the error with which the browser or the app skipped it. */
	skipped: string;
}

/** Call before the page is opened. */
const watchMotions = (page: Page) =>
	page.addInitScript(() => {
		const motions: Motion[] = [];
		Object.assign(window, { motions });
		const start = Document.prototype.startViewTransition;
		Document.prototype.startViewTransition = function (this: Document, update) {
			const transition = start.call(this, update);
			const motion = { poster: [] as string[], skipped: '' };
			transition.ready.then(
				() => {
					const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
					const group = effects.find(({ pseudoElement }) =>
						pseudoElement?.startsWith('::view-transition-group(poster-'),
					);
					motion.poster = (group?.getKeyframes() ?? []).map((frame) => {
						const { e: x, f: y } = new DOMMatrix(String(frame.transform));
						return `${frame.width} ${x} ${y}`;
					});
				},
				({ name }: Error) => {
					motion.skipped = name;
				},
			);
			void transition.finished.then(() => motions.push(motion));
			return transition;
		};
	});

/** The motions that have ended. */
const motionsOf = (page: Page) => page.evaluate(() => (window as unknown as { motions: Motion[] }).motions);

/** Opens a card by keyboard, which leaves it where it is, once the code of the event's page is there. @returns its title */
async function openCard(page: Page, card: Locator): Promise<string> {
	const title = await card.innerText();
	await card.focus();
	const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
	await expect.poll(async () => (await files()).some((name) => name.includes('event-page'))).toBe(true);
	await page.waitForLoadState('networkidle');
	await card.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
	return title;
}

/** No element keeps the name, which would be there twice at the next motion. */
const expectNoName = (page: Page) => expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);

test('the poster of a card grows into its place on the event’s page, and shrinks into the card on the way back', async ({
	page,
	daybill,
}) => {
	await watchMotions(page);
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
	const card = page.locator('main article h3 a').nth(2);
	const title = await openCard(page, card);
	await expect.poll(() => motionsOf(page)).toHaveLength(1);
	const [there] = await motionsOf(page);
	expect(there?.skipped).toBe('');
	expect(there?.poster).toHaveLength(2);
	expect(there?.poster[0]).not.toBe(there?.poster[1]);
	await expectNoName(page);
	const scrolled = await page.evaluate(() => window.scrollY);
	expect(scrolled).toBe(0);

	await page.goBack();
	await expect(page.locator('main article').filter({ hasText: title }).first()).toBeVisible();
	await expect.poll(() => motionsOf(page)).toHaveLength(2);
	const [, back] = await motionsOf(page);
	expect(back?.skipped).toBe('');
	// To where it came from: the page is scrolled as it was.
	expect(back?.poster.at(-1)).toBe(there?.poster[0]);
	await expectNoName(page);

	await page.goForward();
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
	await expect.poll(() => motionsOf(page)).toHaveLength(3);
	expect((await motionsOf(page))[2]).toEqual(there);
});

test(
	'on the way back the event’s page stays where it was scrolled to until the list is there',
	onceOnPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		const card = page.locator('main article h3 a').nth(8);
		const title = await openCard(page, card);
		await page.evaluate(() => window.scrollTo(0, 90));
		// Where the event's page is, each time that something may be painted.
		await page.evaluate((name) => {
			const places: number[] = [];
			Object.assign(window, { places });
			const look = () => {
				if (document.querySelector('h1')?.textContent === name) places.push(window.scrollY);
				requestAnimationFrame(look);
			};
			look();
		}, title);
		await page.goBack();
		await expect(card).toBeInViewport();
		const places = await page.evaluate(() => (window as unknown as { places: number[] }).places);
		expect([...new Set(places)]).toEqual([90]);
	},
);

test(
	'of several cards of one event the pressed one moves, and its row is where it was after the way back',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await watchMotions(page);
		await page.route('**/front/cities/beijing', async (route) => {
			const response = await route.fetch();
			const front = await response.json();
			await route.fulfill({ response, json: { ...front, weekend: front.popular } });
		});
		await page.goto(`${daybill.url}/cities`);
		await page.getByRole('link', { name: /北京/ }).first().click();
		const row = page.locator('main section').filter({ has: page.getByRole('heading', { name: /^Popular/ }) });
		const card = row.locator('h3 a').nth(6);
		const path = (await card.getAttribute('href')) ?? '';
		await expect(page.locator(`main a[href="${path}"]`)).toHaveCount(2);
		await openCard(page, card);
		await expect.poll(() => motionsOf(page)).toHaveLength(1);
		await page.goBack();
		await expect(card).toBeInViewport();
		await expect.poll(() => motionsOf(page)).toHaveLength(2);
		for (const { poster, skipped } of await motionsOf(page)) {
			expect(skipped).toBe('');
			expect(poster).toHaveLength(2);
		}
		await expectNoName(page);
	},
);

test(
	'somebody who is signed in sees poster, title and time at once, before the event is read',
	onceOnPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		await signIn(page);
		const letGo = await holdFiles(page, /\/api\/events\/\d+$/);
		const card = page.locator('main article').first();
		const when = await card.locator('p').nth(1).innerText();
		const title = await openCard(page, card.locator('h3 a'));
		await expect(page.getByRole('img', { name: `Poster of ${title}` })).toBeVisible();
		await expect(page.locator('main dl')).toContainText(when);
		await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
		letGo();
		await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
	},
);

test('presses reach the page while the poster moves', onceOnDesktop, async ({ page, daybill }) => {
	await page.addInitScript(() => {
		const start = Document.prototype.startViewTransition;
		Document.prototype.startViewTransition = function (this: Document, update) {
			const transition = start.call(this, update);
			// It stands still in its midst, so that the press below comes before its end.
			void transition.ready.then(() => {
				for (const animation of document.getAnimations()) animation.pause();
				document.documentElement.dataset.moving = 'true';
			});
			return transition;
		};
	});
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
	await openCard(page, page.locator('main article h3 a').first());
	await expect(page.locator('html')).toHaveAttribute('data-moving', 'true');
	await page.getByRole('button', { name: 'Share' }).click();
	await expect(page.getByRole('status').filter({ hasText: /copied|events/ })).toBeVisible();
});

test('a page that another one overtakes is not waited for', onceOnDesktop, async ({ page, daybill }) => {
	await watchMotions(page);
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
	const card = page.locator('main article h3 a').first();
	await openCard(page, card);
	await page.goBack();
	await expect(card).toBeVisible();
	const earlier = (await motionsOf(page)).length;
	// Both within one task: the first is not painted.
	await card.evaluate((link: HTMLElement) => {
		link.click();
		window.history.back();
	});
	await expect.poll(async () => (await motionsOf(page)).length).toBeGreaterThan(earlier);
	await expect(page).toHaveURL(/day_type=future$/);
	await expect(card).toBeVisible();
	await expectNoName(page);
});

test.describe('with reduced motion', () => {
	test.use({ contextOptions: { reducedMotion: 'reduce' } });

	test('nothing changes by a transition', onceOnPhone, async ({ page, daybill }) => {
		for (const path of [
			'/cities/beijing',
			'/cities/beijing?day_type=future',
			'/events/10000002',
			'/settings',
		]) {
			await page.goto(daybill.url + path);
			const changing = await page.evaluate(() =>
				[...document.querySelectorAll('*')]
					.filter((each) => getComputedStyle(each).transitionDuration !== '0s')
					.map(({ className }) => className),
			);
			expect(changing).toEqual([]);
		}
	});

	test('an event is opened and left without any motion', onceOnPhone, async ({ page, daybill }) => {
		await watchMotions(page);
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		const card = page.locator('main article h3 a').first();
		await openCard(page, card);
		await page.goBack();
		await expect(card).toBeVisible();
		expect((await motionsOf(page)).filter(({ poster }) => poster.length > 0)).toEqual([]);
	});
});

test(
	'a browser without view transitions opens an event and goes back',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		const card = page.locator('main article h3 a').first();
		await openCard(page, card);
		await page.goBack();
		await expect(card).toBeVisible();
	},
);
