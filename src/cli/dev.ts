/**
 * `npm run dev`: like `npm start`, with Vite's hot reload. Vite serves the browser, transforms the BFF's
 * HTML, and forwards requests for the BFF's endpoints.
 */

import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { startBff } from '../bff/app.ts';
import { watchBrand } from '../bff/brand/watch-brand.ts';
import { apiPrefix, bffPatterns, serverPatterns } from '../contract/paths.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { closeOnSignal, outliveErrors } from './run.ts';
import { readSettings } from './settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The BFF's endpoints as a regular expression for Vite's proxy. */
const bffPaths = `^(${[`${apiPrefix}/*`, ...Object.values(bffPatterns), ...Object.values(serverPatterns)]
	.map((pattern) => pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/?]+').replace('*', '.*'))
	.join('|')})(\\?|$)`;

const settings = readSettings(process.env);
// Contains only the template: the BFF reads it from this folder, and would serve any other file in it.
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
		// A page depends on the language and on the choices in cookies.
		const { cookie = '', 'accept-language': languages = '' } = request.headers;
		const headers = { accept: 'text/html', cookie, 'accept-language': languages };
		const page = await fetch(bff.origin + url, { headers });
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
closeOnSignal({ close: () => brand?.close() }, vite, bff, sandbox);
outliveErrors(bff);
