/** The first view of a page as HTML (design §9), rendered by the app's own components. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from '../../contract/bff-api/page-data.ts';

/**
 * Reads the app's build for servers, which lies beside the one for browsers.
 *
 * @param onFailure called when a component throws; the browser renders the page then
 * @returns a function that gives null where there is no such build
 */
export async function readRender(webDir: string, onFailure: (error: unknown) => void): Promise<RenderPage> {
	const file = path.resolve(webDir, '../server/server-entry.js');
	if (!existsSync(file)) return () => Promise.resolve(null);
	const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };
	return (input) =>
		renderPage(input).catch((error: unknown) => {
			onFailure(error);
			return null;
		});
}
