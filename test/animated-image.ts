/** The main road as a animated image for the README, on a phone: a city, its weekend, an event, Join, My events. */
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';

/** Milliseconds between two images: fewer would be lost in the size of the file, more would be a jump. */
const shortest = 60;
/** Milliseconds for which a image stays at most, however long the machine took for the next one. */
const longest = 1_200;
const atTheEnd = 2_500;

interface Frame {
	image: Buffer;
	/** Milliseconds. */
	time: number;
}

/** Collects what the browser paints. @returns a function that ends it */
async function watch(page: Page): Promise<() => Promise<readonly Frame[]>> {
	const frames: Frame[] = [];
	const session = await page.context().newCDPSession(page);
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const time = (metadata.timestamp ?? 0) * 1_000;
		const previous = frames.at(-1);
		const frame = { image: Buffer.from(data, 'base64'), time };
		if (previous === undefined || time - previous.time >= shortest) frames.push(frame);
		// The newest of those that are too near to each other.
		else previous.image = frame.image;
		void session.send('Page.screencastFrameAck', { sessionId });
	});
	await session.send('Page.startScreencast', { format: 'png' });
	return async () => {
		await session.send('Page.stopScreencast');
		return frames;
	};
}

/** Long enough to see what there is. */
const look = (page: Page) => page.waitForTimeout(longest);

async function walk(page: Page): Promise<void> {
	await look(page);
	await page.getByRole('link', { name: 'This weekend', exact: true }).click();
	await page.locator('[data-list-bar]').waitFor();
	await page.waitForLoadState('networkidle');
	await look(page);
	await page.mouse.wheel(0, 420);
	await look(page);
	const card = page.locator('main article h3 a').nth(2);
	// The code of the event's page is there before the press.
	await card.focus();
	await page.waitForLoadState('networkidle');
	await card.click();
	const join = page.getByRole('button', { name: 'Join', exact: true });
	await join.waitFor();
	await page.waitForLoadState('networkidle');
	await look(page);
	await join.click();
	await page.getByRole('button', { name: /^Going/ }).waitFor();
	await look(page);
	await page.goBack();
	await page.locator('[data-list-bar]').waitFor();
	await look(page);
	await page.getByRole('link', { name: 'My events' }).click();
	await page.locator('main article').first().waitFor();
	await page.waitForLoadState('networkidle');
	await look(page);
}

/**
 * Takes it as an animated WebP.
 *
 * @param context on a phone, with somebody who is signed in
 * @param url of Daybill
 * @param file path of the image
 */
export async function recordMainRoad(context: BrowserContext, url: string, file: string): Promise<void> {
	const page = await context.newPage();
	await page.goto(`${url}/cities/beijing`, { waitUntil: 'networkidle' });
	const end = await watch(page);
	await walk(page);
	const frames = await end();
	const delay = frames.map(({ time }, index) => {
		const next = frames[index + 1];
		return next === undefined ? atTheEnd : Math.min(longest, Math.round(next.time - time));
	});
	const images = await Promise.all(
		frames.map(({ image }) => sharp(image).resize({ width: 390 }).png().toBuffer()),
	);
	await sharp(images, { join: { animated: true } })
		.webp({ quality: 72, effort: 6, minSize: true, loop: 0, delay })
		.toFile(file);
	await context.close();
}
