/** Taps on a sheet that opens under the finger, and on the page behind a sheet. */
import type { Locator, Page } from '@playwright/test';
import { expect, onPhone, test } from './daybill.ts';
import { going, relationIsKnown, signIn, watchWrites } from './people.ts';
import { findOwnEvent, findSeeded, nightsOf } from './seeded.ts';

/** Sends touches without waiting for the page. */
async function fingerOn(page: Page) {
	const viewport = await page.context().newCDPSession(page);
	const tapAt = (x: number, y: number) =>
		Promise.all([
			viewport.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
			viewport.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
		]);
	return {
		tapAt,
		async tapTwice(target: Locator, gapMs: number) {
			const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
			const tap = () => tapAt(x + width / 2, y + height / 2);
			const second = new Promise((resolve) => setTimeout(resolve, gapMs)).then(tap);
			await Promise.all([tap(), second]);
		},
		async swipeDown(x: number, y: number) {
			const move = (type: 'touchStart' | 'touchMove', down: number) =>
				viewport.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: y + down }] });
			await move('touchStart', 0);
			for (const down of [20, 60, 120, 160]) await move('touchMove', down);
			await viewport.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
		},
	};
}

const joinButton = { name: 'Join', exact: true } as const;
const openSheets = (page: Page) => page.locator('dialog[open]');

test(
	'a double tap on Join opens only a sheet: to sign in, after joining, or with the days, of which Next chooses none',
	onPhone,
	async ({ page, daybill, context }) => {
		const { id } = await findOwnEvent(daybill);
		const run = await findSeeded(daybill, (each) => nightsOf(each) > 60);
		const finger = await fingerOn(page);
		await page.goto(`${daybill.url}/events/${id}`);
		await finger.tapTwice(page.getByRole('button', joinButton), 350);
		const goOn = openSheets(page).getByRole('button', { name: 'Sign in' });
		await goOn.click({ trial: true });
		await signIn(page);
		await relationIsKnown(page);
		await finger.tapTwice(page.getByRole('button', joinButton), 350);
		await expect(openSheets(page)).toHaveCount(1);
		await expect(page.getByRole('button', going)).toBeVisible();
		expect(context.pages()).toHaveLength(1);

		const writes = watchWrites(page, '/api/');
		await page.goto(`${daybill.url}/events/${run.id}`);
		await relationIsKnown(page);
		await finger.tapTwice(page.getByRole('button', joinButton), 300);
		const days = page.getByRole('dialog', { name: 'Which day?' });
		await expect(days.getByRole('grid')).toBeVisible();
		const next = days.getByRole('button', { name: 'Next' });
		const top = async () => Math.round((await next.boundingBox())?.y ?? 0);
		await expect(next).toHaveCSS('pointer-events', 'auto');
		const before = await top();
		for (let times = 0; times < 2; times += 1) {
			await finger.tapTwice(next, 120);
			expect(await top()).toBe(before);
		}
		await expect(days).toBeVisible();
		expect(writes).toEqual([]);
	},
);

test(
	'a tap outside, a swipe down, Escape and Back close a sheet and do nothing else, and the opener has the focus',
	onPhone,
	async ({ page, daybill }) => {
		const list = `${daybill.url}/cities/beijing?day_type=week`;
		await page.goto(`${daybill.url}/cities/beijing?day_type=tomorrow`);
		await page.locator('[data-filter-bar] a[href$="day_type=week"]').tap();
		await expect(page).toHaveURL(list);
		const finger = await fingerOn(page);
		const opener = page.getByRole('button', { name: 'Type' });
		const sheet = page.getByRole('dialog', { name: 'Type', exact: true });
		const card = await page.locator('main article').first().boundingBox();
		const close = [
			() => finger.tapAt((card?.x ?? 0) + 30, (card?.y ?? 0) + 60),
			async () => {
				const { y = 0 } = (await sheet.boundingBox()) ?? {};
				await finger.swipeDown(150, y + 20);
			},
			() => page.keyboard.press('Escape'),
			() => page.goBack({ timeout: 1_000 }).catch(() => null),
		];
		for (const act of close) {
			await opener.tap();
			// Waits until the sheet reacts to taps, because Playwright does.
			await sheet.getByRole('heading').tap();
			await act();
			await expect(sheet).toHaveCount(0);
			await expect(opener).toBeFocused();
			expect(page.url()).toBe(list);
		}
		await page.goto(`${daybill.url}/events/10000002`);
		await page.getByRole('button', { name: /^Enlarge poster/ }).tap();
		const poster = page.getByRole('dialog', { name: /^Poster/ });
		await poster.getByRole('heading').tap();
		await finger.tapAt(200, 5);
		await expect(poster).toHaveCount(0);
	},
);
