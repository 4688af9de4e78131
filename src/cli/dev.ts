/**
 * `npm run dev` (design §3): the same as start, with Vite's hot reload. Vite serves the browser, transforms the HTML of the
 * BFF, and passes requests to the BFF's endpoints on.
 */

import { copyFile, mkdtemp } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { startBff } from '../bff/app.ts';
import { watchBrand } from '../bff/brand/watch-brand.ts';
import { apiPrefix, bffPatterns, serverPatterns } from '../contract/paths.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { readSettings } from './settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The BFF's endpoints as a regular expression, in the form that Vite's proxy takes. */
const bffPaths = `^(${[`${apiPrefix}/*`, ...Object.values(bffPatterns), ...Object.values(serverPatterns)]
	.map((pattern) => pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/?]+').replace('*', '.*'))
	.join('|')})(\\?|$)`;

/** Of a request, what a page depends on: its language, and the choices in cookies. */
const pageHeaders = (headers: IncomingHttpHeaders): Record<string, string> => ({
	accept: 'text/html',
	...(headers['accept-language'] === undefined ? {} : { 'accept-language': headers['accept-language'] }),
	...(headers.cookie === undefined ? {} : { cookie: headers.cookie }),
});

const settings = readSettings(process.env);
// The BFF reads its template from this folder and serves its files, so only the template is in it.
const webDir = await mkdtemp(path.join(tmpdir(), 'daybill-dev-'));
await copyFile(path.join(root, 'index.html'), path.join(webDir, 'index.html'));
const brand =
	settings.brandDir === null
		? undefined
		: await watchBrand(settings.brandDir, (result) =>
				console.log(
					result instanceof Error ? result.message : `The brand is now ${result.name}. Reload the page.`,
				),
			);
const { sandbox, service } = await startEmbeddedSandbox(settings, brand?.current().name);
const bff = await startBff({ ...settings.bff, ...service, webDir, port: 0, brand: brand?.current });

const vite = await createServer({
	root,
	appType: 'custom',
	server: {
		port: settings.bff.port,
		strictPort: true,
		proxy: { [bffPaths]: { target: bff.origin } },
	},
});
vite.middlewares.use(async (request, response, next) => {
	try {
		const url = request.url ?? '/';
		const page = await fetch(bff.origin + url, { headers: pageHeaders(request.headers) });
		response.statusCode = page.status;
		response.setHeader('content-type', page.headers.get('content-type') ?? 'text/html');
		response.end(await vite.transformIndexHtml(url, await page.text()));
	} catch (error) {
		next(error);
	}
});
await vite.listen();
console.log(`\nDaybill (hot reload)  ${settings.bff.publicUrl}`);
if (sandbox !== null) console.log(`Sandbox               ${sandbox.origin}`);

const stop = async () => {
	brand?.close();
	await vite.close();
	await bff.close();
	await sandbox?.close();
	process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
