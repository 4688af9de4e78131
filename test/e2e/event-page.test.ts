import { expect, onDesktop, onPhone, test } from './daybill.ts';
import { findSeeded } from './seeded.ts';

for (const width of [onPhone, onDesktop])
	test(
		`shows title, time and place without scrolling and the whole poster, and keeps the buttons to take part visible: ${width.tag}`,
		width,
		async ({ page, daybill, isMobile }) => {
			const event = await findSeeded(daybill, ({ content }) => content.length > 120);
			await page.goto(`${daybill.url}/events/${event.id}`);
			const join = page.getByRole('button', { name: 'Join', exact: true });
			const facts = page.locator('main dl dd');
			for (const part of [
				page.getByRole('heading', { level: 1 }),
				facts.first(),
				facts.filter({ hasText: event.address }),
				join,
			])
				await expect(part).toBeInViewport({ ratio: 1 });
			const image = page.getByRole('button', { name: /^Enlarge poster/ }).locator('img');
			await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
			const fit = await image.evaluate((img: HTMLImageElement) => ({
				natural: img.naturalWidth / img.naturalHeight,
				shown: img.clientWidth / img.clientHeight,
				objectFit: getComputedStyle(img).objectFit,
			}));
			if (fit.objectFit !== 'contain') expect(Math.abs(fit.natural - fit.shown)).toBeLessThan(0.02);
			if (!isMobile) return;
			await expect(page.getByRole('heading', { name: /^Interested/ })).toBeVisible();
			// Related events load as they come near the viewport, which makes the page longer.
			await expect(async () => {
				await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
				const top = (await page.locator('[data-bar]').boundingBox())?.y ?? 0;
				const end = await page.locator('footer > :last-child').boundingBox();
				expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top);
			}).toPass();
			await expect(join).toBeInViewport({ ratio: 1 });
		},
	);
