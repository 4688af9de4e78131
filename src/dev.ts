/**
 * `npm run dev` (design §3): the same as start, with Vite's hot reload. Vite takes the browser's calls, turns the HTML of
 * the BFF into its own, and hands everything that is the BFF's on to it.
 */
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { startBff } from './bff/app.ts';
import { startSandbox } from './sandbox/app.ts';
import { readSettings } from './settings.ts';

const root = path.resolve(import.meta.dirname, '..');
/** First segments of addresses that are the BFF's own. */
const bffPaths =
	'^/(api|auth|images|search|feeds|embed|developers/sandbox|healthz|readyz|metrics|robots.txt|sitemap.xml)';

const settings = readSettings(process.env);
// The BFF reads its template from the sources; nothing else of them is to be served by it.
const webDir = await mkdtemp(path.join(tmpdir(), 'daybill-dev-'));
await copyFile(path.join(root, 'index.html'), path.join(webDir, 'index.html'));
const sandbox = settings.sandbox.enabled ? await startSandbox(settings.sandbox) : undefined;
const service = sandbox === undefined ? {} : { eventsBaseUrl: sandbox.origin, eventsAuthUrl: sandbox.origin };
const bff = await startBff({ ...settings.bff, ...service, webDir, port: 0 });

const vite = await createServer({
	root,
	appType: 'custom',
	server: {
		port: settings.bff.port,
		strictPort: true,
		proxy: { [bffPaths]: { target: bff.origin }, '^/events/[^/]+\\.ics$': { target: bff.origin } },
	},
});
vite.middlewares.use(async (request, response, next) => {
	try {
		const url = request.url ?? '/';
		const page = await fetch(bff.origin + url, { headers: { accept: 'text/html' } });
		response.statusCode = page.status;
		response.setHeader('content-type', page.headers.get('content-type') ?? 'text/html');
		response.end(await vite.transformIndexHtml(url, await page.text()));
	} catch (error) {
		next(error);
	}
});
await vite.listen();
console.log(`\nDaybill (hot reload)  ${settings.bff.publicUrl}`);
if (sandbox !== undefined) console.log(`Sandbox               ${sandbox.origin}`);

const stop = async () => {
	await vite.close();
	await bff.close();
	await sandbox?.close();
	process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
