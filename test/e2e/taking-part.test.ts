import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './daybill.ts';
import { going, goingCount, leave, signIn } from './people.ts';
import { findOwnEvent, findSeeded, nightsOf } from './seeded.ts';
import { onPhone } from './widths.ts';

const join = { name: 'Join', exact: true } as const;

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

/** Days that a page sends when joining; null for a request without one. */
function sentDays(page: Page): (string | null)[] {
	const sent: (string | null)[] = [];
	page.on('request', (request) => {
		const { pathname } = new URL(request.url());
		if (request.method() !== 'POST' || !pathname.endsWith('/participants')) return;
		const body = request.postDataJSON() as { participate_date?: string } | null;
		sent.push(body?.participate_date ?? null);
	});
	return sent;
}

test(
	'an event of several days asks for one, in two taps, and the day can be changed or left open',
	onPhone,
	async ({ page, daybill }) => {
		const event = await findSeeded(daybill, (each) => nightsOf(each) >= 2 && nightsOf(each) < 7);
		await signIn(page);
		await page.goto(`${daybill.url}/events/${event.id}`);
		const sent = sentDays(page);
		await page.getByRole('button', join).click();
		const sheet = page.getByRole('dialog', { name: 'Which day?' });
		const days = sheet.getByRole('table').getByRole('button');
		await expect(days.first()).toBeFocused();
		await days.nth(1).click();
		const plans = page.getByRole('region', { name: 'Your plans' });
		await expect(sheet).toHaveCount(0);
		const open = plans.getByRole('button', { name: /^Going · \w{3},? \d/ });
		await expect(open).toBeFocused();
		await expect(page.getByText(/^You’re going on /)).toBeVisible();
		const change = page.getByRole('dialog', going).getByRole('button', { name: 'Change day' });
		// Right after joining, a sheet is above it.
		await open.press('Enter');
		await change.click();
		await expect(days.nth(1)).toHaveAttribute('aria-pressed', 'true');
		await expect(days.nth(1)).toBeFocused();
		await page.keyboard.press('ArrowLeft');
		await expect(days.first()).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(open).toBeFocused();
		await open.click();
		await change.click();
		await sheet.getByRole('button', { name: 'Not sure yet' }).click();
		await expect(plans.getByRole('button', { name: 'Going · Not sure yet' })).toBeVisible();
		const begin = Date.parse(`${event.begin_time.slice(0, 10)}T00:00:00Z`);
		const dayAfter = (count: number) => new Date(begin + count * 86_400_000).toISOString().slice(0, 10);
		// A change is shown immediately, and sent after the previous one.
		await expect.poll(() => sent).toEqual([dayAfter(1), dayAfter(0), null]);
	},
);

test(
	'an event that lasts for months shows its days by month; the sheet fits, closes, and axe finds nothing',
	onPhone,
	async ({ page, daybill, viewport }) => {
		const event = await findSeeded(daybill, (each) => nightsOf(each) > 60);
		await page.goto(`${daybill.url}/events/${event.id}`);
		const open = page.getByRole('button', join);
		await open.click();
		const sheet = page.getByRole('dialog', { name: 'Which day?' });
		await expect(sheet.getByRole('table')).toBeVisible();
		const box = await sheet.boundingBox();
		expect((box?.x ?? -1) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport?.width ?? 0);
		expect((box?.y ?? -1) + (box?.height ?? 0)).toBe(viewport?.height);
		for (const control of await sheet.getByRole('button').all()) {
			const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
			expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
		}
		// axe mistakes what the sheet covers for something that covers the sheet. Sizes are checked above.
		await expectAccessible(page, { within: 'dialog[open]', without: ['target-size'] });
		const month = await sheet.getByRole('heading', { level: 3 }).innerText();
		await sheet.getByRole('button', { name: 'Next' }).click();
		await expect(sheet.getByRole('heading', { level: 3 })).not.toHaveText(month);
		await page.keyboard.press('Escape');
		await expect(sheet).toHaveCount(0);
		await expect(open).toBeFocused();
	},
);

test(
	'a join can be undone immediately, and a double click joins once',
	onPhone,
	async ({ page, daybill }) => {
		const { id } = await findOwnEvent(daybill);
		await signIn(page);
		await page.goto(`${daybill.url}/events/${id}`);
		const before = await goingCount(page);
		// Both clicks synchronously, in the same position, so that a busy machine does not make two separate taps of them.
		await page.getByRole('button', join).evaluate((button) => {
			const { x, y, width, height } = button.getBoundingClientRect();
			for (let press = 0; press < 2; press++) {
				const target = document.elementFromPoint(x + width / 2, y + height / 2);
				if (target instanceof HTMLElement) target.click();
			}
		});
		await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
		await expect.poll(() => goingCount(page)).toBe(before + 1);
		await page.reload();
		await expect(page.getByRole('button', going)).toBeVisible();
		expect(await goingCount(page)).toBe(before + 1);
		await leave(page);
		await expect(page.getByText('You’re no longer going.')).toBeVisible();
		// A tap right after another one is ignored as a double tap.
		await page.reload();
		await page.getByRole('button', join).tap();
		await expect(page.getByText('You’re going.', { exact: true })).toBeVisible();
		// The sheet that follows joining does not cover it.
		await page.getByRole('button', { name: 'Undo' }).tap();
		await expect.poll(() => goingCount(page)).toBe(before);
	},
);
