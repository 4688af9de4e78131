/** The poster of a card grows into its place on the event's page, a view transition of the browser. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { onPhone } from './widths.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

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
	await card.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
	return title;
}

test(
	'the poster of a card grows into its place on the event’s page, unless motion is reduced',
	onPhone,
	async ({ page, daybill }) => {
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
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await page.goBack();
		await openCard(page, card);
		expect((await motionsOf(page)).slice(2).filter(({ poster: moved }) => moved.length > 0)).toEqual([]);
	},
);
