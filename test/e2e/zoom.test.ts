/** What large text, zoom and a phone on its side leave of the first screen. */
import { expect, test } from './daybill.ts';
import { onPhone } from './widths.ts';

test('text at twice the size leaves an event on the first screen', onPhone, async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%';
	});
	const card = page.getByRole('article').first();
	await expect(card).toBeInViewport();
	await expect(card.getByRole('heading')).toBeInViewport();
});

test.describe('at 400% zoom', () => {
	test.use({ viewport: { width: 320, height: 256 } });
	test('words stay whole', onPhone, async ({ page, daybill }) => {
		for (const path of [
			'/cities/beijing',
			'/cities/beijing?day_type=week',
			'/events/10000002',
			'/settings',
		]) {
			await page.goto(daybill.url + path);
			await page.getByRole('heading', { level: 1 }).waitFor();
			const broken = await page.evaluate(() => {
				const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
				const found: string[] = [];
				while (texts.nextNode()) {
					const node = texts.currentNode;
					if (!node.parentElement?.checkVisibility()) continue;
					// Words that fit: longer ones may be hyphenated.
					for (const word of (node.nodeValue ?? '').matchAll(/[A-Za-z]{2,12}/g)) {
						const range = new Range();
						range.setStart(node, word.index);
						range.setEnd(node, word.index + word[0].length);
						if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) found.push(word[0]);
					}
				}
				return found;
			});
			expect(broken, path).toEqual([]);
		}
	});
});

test.describe('on its side', () => {
	test.use({ viewport: { width: 844, height: 390 } });
	test('a phone shows the poster beside the title', onPhone, async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/events/10000002`);
		const title = page.getByRole('heading', { level: 1 });
		await expect(title).toBeInViewport();
		const poster = await page.getByRole('main').getByRole('img').first().boundingBox();
		const { x, y } = (await title.boundingBox()) ?? { x: 0, y: 0 };
		expect(x).toBeGreaterThan((poster?.x ?? 0) + (poster?.width ?? 0));
		expect(y).toBeLessThan((poster?.y ?? 0) + (poster?.height ?? 0));
	});
});
