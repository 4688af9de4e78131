/** The first screen as HTML (design §9): what the app's own components make of a page's data, kept while it is the same. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { RenderScreen } from '../../contract/session.ts';

/** Screens that are kept, some 50 KB each. */
const mostKept = 200;

/** @param data the page's data as JSON: what a kept screen is compared by */
export type Render = (input: Parameters<RenderScreen>[0], data: string) => Promise<string | null>;

/**
 * Reads the app's build for servers, which lies beside the one for browsers.
 *
 * @param onFailure told when a component throws; the browser draws the screen then
 * @returns what renders nothing where there is no such build
 */
export async function readRender(webDir: string, onFailure: (error: unknown) => void): Promise<Render> {
	const file = path.resolve(webDir, '../server/server-entry.js');
	if (!existsSync(file)) return () => Promise.resolve(null);
	const { renderScreen } = (await import(pathToFileURL(file).href)) as { renderScreen: RenderScreen };
	const kept = new LRUCache<string, { data: string; html: string }>({ max: mostKept });
	return async (input, data) => {
		const key = `${input.locale} ${input.address}`;
		const before = kept.get(key);
		if (before?.data === data) return before.html;
		try {
			const html = await renderScreen(input);
			if (html !== null) kept.set(key, { data, html });
			return html;
		} catch (error) {
			onFailure(error);
			return null;
		}
	};
}
