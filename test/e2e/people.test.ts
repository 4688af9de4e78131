import sharp from 'sharp';
import type { WireEvent } from '../../src/contract/spec/resources.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './daybill.ts';
import { accountButton, going, join, signIn } from './people.ts';
import { findSeeded, nightsOf } from './seeded.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

test('My events points out two at the same time', async ({ page, daybill }) => {
	const seen: WireEvent[] = [];
	const soon = new Date(Date.now() + 40 * 3_600_000).toISOString().slice(0, 10);
	const overlaps = (one: WireEvent) => (other: WireEvent) =>
		one.begin_time < other.end_time && other.begin_time < one.end_time;
	const other = await findSeeded(daybill, (event) => {
		if (nightsOf(event) > 0 || event.begin_time < soon) return false;
		return seen.some(overlaps(event)) || seen.push(event) === 0;
	});
	const one = seen.find(overlaps(other));
	await signIn(page);
	for (const event of [one, other]) {
		await page.goto(`${daybill.url}/events/${event?.id}`);
		await join(page);
		await expect(page.getByRole('button', going)).toBeVisible();
	}
	await page.goto(`${daybill.url}/me/participated`);
	const notes = page.getByText(/^Same time as /);
	await expect(notes.nth(1)).toBeVisible();
	const titles = await page.getByRole('article').getByRole('heading').allInnerTexts();
	for (const note of await notes.allInnerTexts()) expect(titles).toContain(note.replace('Same time as ', ''));
	await expectAccessible(page, { within: 'main' });
});

test('an avatar is shown as a circle, whatever the shape of its file', async ({ page, daybill }) => {
	const tall = sharp({ create: { width: 10, height: 100, channels: 3, background: '#888' } }).png();
	const body = await tall.toBuffer();
	await page.route(/\/images\/96\?/, (route) => route.fulfill({ contentType: 'image/png', body }));
	await signIn(page, 'alice');
	await page.goto(`${daybill.url}/settings`);
	const avatar = accountButton(page).locator('img');
	await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(100);
	const box = await avatar.boundingBox();
	expect(box?.height).toBe(box?.width);
});
