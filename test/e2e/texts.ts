/** What a page shows as text: what of it is not translated, what is cut off, and what lies on other text. */
import type { Page } from '@playwright/test';
import { languageTags } from '../../src/contract/words/date-format.ts';

/** Every text inside a value of JSON. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Collects the texts that a page gets as data, with its HTML and by calls of the BFF. To be called before it is opened. */
export function collectData(page: Page): () => Promise<string[]> {
	const bodies: Promise<unknown>[] = [];
	page.on('response', (response) => {
		if (!/\bjson\b/.test(response.headers()['content-type'] ?? '')) return;
		// A page that is left takes its responses along.
		bodies.push(response.json().catch(() => null));
	});
	return async () => {
		const inHtml = await page.locator('#page-data').textContent();
		return textsIn([JSON.parse(inHtml ?? 'null'), ...(await Promise.all(bodies))]);
	};
}

/** What `Intl` writes: names of days, months and the sandbox's zone, and what is between them and between the entries of a list. */
function wordsOfIntl(locale: 'en' | 'ar'): string[] {
	const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2024, 0, 1 + day));
	const formats = (['narrow', 'short', 'long'] as const).map(
		(length) =>
			new Intl.DateTimeFormat(languageTags[locale], {
				weekday: length,
				month: length,
				day: 'numeric',
				timeZone: 'UTC',
			}),
	);
	const list = new Intl.ListFormat(languageTags[locale]).formatToParts(['1', '2', '3']);
	const relative = new Intl.RelativeTimeFormat(languageTags[locale]);
	const waits = (['minute', 'hour', 'day'] as const).flatMap((unit) =>
		Array.from({ length: 100 }, (_, count) => relative.formatToParts(count, unit)).flat(),
	);
	const dates = formats.flatMap((format) => days.flatMap((day) => format.formatToParts(day)));
	const zone = new Intl.DateTimeFormat(languageTags[locale], {
		timeZone: 'Asia/Shanghai',
		timeZoneName: 'longGeneric',
	}).formatToParts();
	const parts = [...dates, ...zone, ...waits, ...list];
	return [...new Set(parts.map(({ value }) => value))];
}

/** The parts of the page's URL that a person could have typed, which the page repeats. */
function textsOfUrl(page: Page): string[] {
	const { pathname, searchParams } = new URL(page.url());
	return [...pathname.split('/').map(decodeURIComponent), ...searchParams.values()];
}

/** Names that no language translates. */
const names = ['OpenStreetMap'];

/**
 * Texts, and names for assistive technology, that have words which are neither of the pseudo-locale, nor data, nor dates.
 *
 * @param data texts that the page got as data
 */
export async function untranslatedTexts(
	page: Page,
	data: readonly string[],
	locale: 'en' | 'ar',
): Promise<string[]> {
	const shown = await page.evaluate(() => {
		const found: string[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const element = node instanceof Element ? node : node.parentElement;
			// A text of somebody, in whichever language it is, or a language by its own name.
			if (element === null || element.closest('script, style, [dir="auto"], bdi, [lang]:not(html)') !== null)
				continue;
			if (!element.checkVisibility({ visibilityProperty: true })) continue;
			if (node instanceof Element)
				for (const name of [
					'aria-label',
					'aria-description',
					'aria-valuetext',
					'alt',
					'title',
					'placeholder',
				])
					found.push(node.getAttribute(name) ?? '');
			else found.push(node.nodeValue ?? '');
		}
		return [...found, document.title];
	});
	const known = [...new Set([...data, ...wordsOfIntl(locale), ...textsOfUrl(page), ...names])]
		.map((text) => text.trim())
		.filter((text) => /\p{L}/u.test(text))
		.sort((one, other) => other.length - one.length);
	return [...new Set(shown)].filter((text) => {
		if (text.trim() === '') return false;
		const rest = known.reduce((left, each) => left.replaceAll(each, ''), text);
		return /[a-z]{2}/i.test(rest) || (locale === 'ar' && /\p{Script=Arabic}/u.test(rest));
	});
}

/** Texts of the pseudo-locale that are not wholly inside what they belong to, and texts that lie on other text. */
export function misplacedTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		// Cards that are not drawn yet have no size of their own.
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('* { content-visibility: visible !important }');
		document.adoptedStyleSheets = [sheet];
		/** Pixels by which browsers round. */
		const tolerance = 1.5;
		const styles = new Map<Element, CSSStyleDeclaration>();
		const styleOf = (element: Element) => {
			const style = styles.get(element) ?? getComputedStyle(element);
			styles.set(element, style);
			return style;
		};
		function* ancestors(node: Node) {
			for (let each = node.parentElement; each !== null && each !== document.body; each = each.parentElement)
				yield each;
		}
		/** For assistive technology only. */
		const isHidden = (node: Node) =>
			[...ancestors(node)].some((each) => styleOf(each).clipPath !== 'none' && each.clientWidth <= 1);
		/** What has content of its own behind it: a bar, or a dialog. */
		const layerOf = (node: Node) =>
			[...ancestors(node)].find(
				(each) =>
					/fixed|sticky/.test(styleOf(each).position) || each.matches('dialog, [popover], .leaflet-pane > *'),
			) ?? null;

		/** Why a box of text is not wholly to be seen; null when it is. */
		const whyCut = (node: Node, { left, right, top, bottom }: DOMRect): string | null => {
			for (const each of ancestors(node)) {
				const { overflowX, overflowY, display, position } = styleOf(each);
				if (display === 'inline' || display === 'contents') continue;
				const box = each.getBoundingClientRect();
				const isOut = left < box.left - tolerance || right > box.right + tolerance;
				const isBelow = top < box.top - tolerance || bottom > box.bottom + tolerance;
				if (/auto|scroll/.test(overflowX)) return null;
				if (isOut) return `wider than ${each.tagName} .${each.className}`;
				if (isBelow && /hidden|clip/.test(overflowY)) return `higher than ${each.tagName} .${each.className}`;
				if (/absolute|fixed/.test(position)) break;
			}
			return left < -tolerance || right > document.documentElement.clientWidth + tolerance
				? 'beyond the edge of the page'
				: null;
		};

		/** What can be seen of a box: texts end at an edge, or after so many lines. */
		const seenOf = (node: Node, box: DOMRect): DOMRect => {
			let { left, right, top, bottom } = box;
			for (const each of ancestors(node)) {
				if (!/hidden|clip/.test(styleOf(each).overflowY)) continue;
				const edge = each.getBoundingClientRect();
				[left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
				[top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
			}
			return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
		};

		const found: string[] = [];
		const boxes: { text: string; layer: Element | null; node: Node; box: DOMRect }[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const text = (node.nodeValue ?? '').trim();
			if (text === '' || node.parentElement?.checkVisibility({ visibilityProperty: true }) !== true) continue;
			if (isHidden(node)) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			const layer = layerOf(node);
			for (const box of range.getClientRects()) {
				if (box.width === 0) continue;
				const why = text.startsWith('[') ? whyCut(node, box) : null;
				if (why !== null) found.push(`${text}: ${why}`);
				boxes.push({ text, layer, node, box: seenOf(node, box) });
			}
		}
		// A line of text is lower than its box.
		const isOn = (one: DOMRect, other: DOMRect) =>
			Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
			Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
				Math.min(one.height, other.height) / 2;
		for (const [index, one] of boxes.entries())
			for (const other of boxes.slice(index + 1))
				if (one.node !== other.node && one.layer === other.layer && isOn(one.box, other.box))
					found.push(`${one.text} lies on ${other.text}`);

		// The text of an empty field is no node.
		const canvas = document.createElement('canvas').getContext('2d');
		for (const field of document.querySelectorAll('input')) {
			if (canvas === null || field.placeholder === '' || !field.checkVisibility()) continue;
			const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
			canvas.font = font;
			const room =
				field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
			if (canvas.measureText(field.placeholder).width > room + tolerance)
				found.push(`${field.placeholder}: wider than its field`);
		}
		if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
			found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
		return [...new Set(found)];
	});
}
