/** The poster of a card grows into its place on the event's page, a view transition of the browser. */
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
						pseudoElement?.startsWith('::view-transition-group(poster)'),
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

test('the poster of a card grows into its place on the event’s page', async ({ page, daybill }) => {
	await watchMotions(page);
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
	const card = page.locator('main article h3 a').nth(2);
	await openCard(page, card);
	await page.goBack();
	// By now the code of the event's page has certainly run.
	await openCard(page, card);
	await expect.poll(() => motionsOf(page)).toHaveLength(2);
	const [, { skipped, poster }] = (await motionsOf(page)) as [Motion, Motion];
	expect(skipped).toBe('');
	expect(poster).toHaveLength(2);
	expect(poster[0]).not.toBe(poster[1]);
	expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test(
	'from one event’s page to another only the tapped card moves',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await watchMotions(page);
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		await openCard(page, page.locator('main article h3 a').first());
		await page.keyboard.press('End');
		await openCard(page, page.locator('main section li article a').first());
		await expect.poll(() => motionsOf(page)).toHaveLength(2);
		expect((await motionsOf(page)).map(({ skipped }) => skipped)).toEqual(['', '']);
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
