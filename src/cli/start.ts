/** `npm start`: builds a stale web app, and starts the sandbox if no service is configured. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { startBff } from '../bff/app.ts';
import { readBrand } from '../bff/brand/read-brand.ts';
import { demoAccounts } from '../sandbox/data/demo-accounts.ts';
import { readSettings } from '../servers/settings.ts';
import { checkFailedStart, checkSettings, printFindings } from './check/check.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { closeOnSignal, fail, outliveErrors } from './run.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist', 'web');

async function buildIfStale(): Promise<void> {
	if (!(await isWebBuildStale(root, webDir))) return;
	console.log('Building the web app …');
	await buildWeb(root);
}

/** A port that is free now. @throws the system's error if the host is not this machine's */
async function freePort(host: string): Promise<number> {
	const server = createServer().listen(0, host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

/** @throws SettingsError, BrandError, the build's error, or the system's if a port is in use */
async function start(): Promise<void> {
	const { host, port } = readSettings(process.env).bff;
	// The public URL contains the port, so a free one is chosen before the servers start.
	const settings = readSettings({ ...process.env, PORT: String(port || (await freePort(host))) });
	const brand = settings.brandDir === null ? undefined : await readBrand(settings.brandDir);
	const [{ sandbox, service }] = await Promise.all([
		startEmbeddedSandbox(settings, brand?.name),
		buildIfStale(),
	]);
	const app = await startBff({ ...settings.bff, ...service, webDir, brand: brand && (() => brand) });
	closeOnSignal(app, sandbox);
	outliveErrors(app);

	console.log(`\nDaybill      ${settings.bff.publicUrl}`);
	if (sandbox !== null) {
		console.log(`Sandbox      ${sandbox.origin}`);
		console.log(
			`Demo users   ${demoAccounts.map(({ uid, password }) => `${uid} / ${password}`).join('   ')}`,
		);
	} else console.log(`Service      ${settings.bff.eventsBaseUrl}`);
	console.log('\nPress Ctrl-C to stop.');
	// An unexpected error in the check must not stop the app.
	await printFindings(checkSettings(settings, brand?.city ?? null), true).catch((error: unknown) =>
		console.error(`Checking the settings failed: ${String(error)}`),
	);
}

await start().catch(async (error: unknown) => {
	await printFindings(checkFailedStart(), true);
	fail(error);
});
