import sharp from 'sharp';
import { expect, test } from './daybill.ts';
import { accountButton, signIn } from './people.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

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
