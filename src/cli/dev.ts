/**
 * `npm run dev`: like `npm start`, with Vite's hot reload. Vite serves the browser, transforms the BFF's
 * HTML, and forwards requests for the BFF's endpoints.
 */

import { copyFile, mkdtemp, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'vite';
import { startBff } from '../bff/app.ts';
import { daybillBrand } from '../bff/brand/daybill-brand.ts';
import { readBrand } from '../bff/brand/read-brand.ts';
import { apiPrefix, bffPatterns, serverPatterns } from '../contract/paths.ts';
import { readSettings } from '../servers/settings.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { closeOnSignal, outliveErrors } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The BFF's endpoints as a regular expression for Vite's proxy. */
const bffPaths = `^(${[`${apiPrefix}/*`, ...Object.values(bffPatterns), ...Object.values(serverPatterns)]
	.map((pattern) => pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/?]+').replace('*', '.*'))
	.join('|')})(\\?|$)`;

const settings = readSettings(process.env);
// A folder with only the template: the BFF would serve any other file in it.
const webDir = await mkdtemp(path.join(tmpdir(), 'daybill-dev-'));
await copyFile(path.join(root, 'index.html'), path.join(webDir, 'index.html'));
const { brandDir } = settings;
let brand = brandDir === null ? daybillBrand : await readBrand(brandDir);

/** Shows a brand as soon as its folder changes, unless it has mistakes. */
async function reloadBrand(folder: string): Promise<void> {
	for await (const _change of watch(folder, { recursive: true })) {
		// Editors save a file in several steps.
		await wait(100);
		const next = await readBrand(folder).catch((error: Error) => console.log(error.message));
		if (next === undefined || next.version === brand.version) continue;
		brand = next;
		console.log(`The brand is now ${next.name}. Reload the page.`);
	}
}

const { sandbox, service } = await startEmbeddedSandbox(settings, brand.name);
const bff = await startBff({ ...settings.bff, ...service, webDir, port: 0, brand: () => brand });

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
closeOnSignal(vite, bff, sandbox);
outliveErrors(bff);
if (brandDir !== null) await reloadBrand(brandDir);
