/** The first view of a page as HTML (design §9): rendered by the app's own components, and kept while its data is the same. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { RenderPage } from '../../contract/bff-api/page-data.ts';

/** Bytes of the pages that are kept: key, data and HTML as UTF-16, and what an entry takes besides. */
const maxBytes = 32 * 1024 * 1024;
const entryOverhead = 512;

/** @param data the page's data as JSON, by which a kept page is compared */
export type Render = (input: Parameters<RenderPage>[0], data: string) => Promise<string | null>;

/**
 * Reads the app's build for servers, which lies beside the one for browsers.
 *
 * @param onFailure called when a component throws; the browser renders the page then
 * @returns a function that gives null where there is no such build
 */
export async function readRender(webDir: string, onFailure: (error: unknown) => void): Promise<Render> {
	const file = path.resolve(webDir, '../server/server-entry.js');
	if (!existsSync(file)) return () => Promise.resolve(null);
	const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };
	const kept = new LRUCache<string, { data: string; html: string }>({
		maxSize: maxBytes,
		sizeCalculation: ({ data, html }, key) => 2 * (key.length + data.length + html.length) + entryOverhead,
	});
	return async (input, data) => {
		const key = `${input.locale} ${input.page.hourCycle} ${input.url}`;
		const before = kept.get(key);
		if (before?.data === data) return before.html;
		try {
			const html = await renderPage(input);
			if (html !== null) kept.set(key, { data, html });
			return html;
		} catch (error) {
			onFailure(error);
			return null;
		}
	};
}
