import path from 'node:path';
import { buildWeb, isWebBuildStale } from '../../src/web-build.ts';

/** Builds the web app once for all end-to-end tests, if it is stale. */
export default async function buildWebOnce(): Promise<void> {
	const root = path.resolve(import.meta.dirname, '../..');
	if (await isWebBuildStale(root, path.join(root, 'dist/web'))) await buildWeb(root);
}
