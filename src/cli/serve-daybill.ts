import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startBff } from '../bff/app.ts';
import { readBrand } from '../bff/brand/read-brand.ts';
import { demoAccounts } from '../sandbox/data/demo-accounts.ts';
import { checkSettings, printFindings } from './check.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { closeOnSignal } from './run.ts';
import { readSettings } from './settings.ts';

/** A port that nothing uses now. @throws the system's error for a host that is not of this machine */
async function freePort(host: string): Promise<number> {
	const server = createServer().listen(0, host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

/**
 * Starts the app, and the sandbox if no service is configured, and closes both on SIGINT and SIGTERM.
 *
 * @param webDir folder of the built web app
 * @param build builds the web app if it is stale, while the sandbox starts
 * @throws SettingsError, BrandError, the error of the build, or the system's when a port is in use
 */
export async function serveDaybill(webDir: string, build: () => Promise<void>): Promise<void> {
	const { host, port } = readSettings(process.env).bff;
	// The public URL contains the port, so a free one is chosen before the servers start.
	const settings = readSettings({ ...process.env, PORT: String(port || (await freePort(host))) });
	const brand = settings.brandDir === null ? undefined : await readBrand(settings.brandDir);
	const [{ sandbox, service }] = await Promise.all([startEmbeddedSandbox(settings, brand?.name), build()]);
	const app = await startBff({ ...settings.bff, ...service, webDir, brand: brand && (() => brand) });
	closeOnSignal(app, sandbox);

	console.log(`\nDaybill      ${settings.bff.publicUrl}`);
	if (sandbox !== null) {
		console.log(`Sandbox      ${sandbox.origin}`);
		console.log(
			`Demo people  ${demoAccounts.map(({ uid, password }) => `${uid} / ${password}`).join('   ')}`,
		);
	} else console.log(`Service      ${settings.bff.eventsBaseUrl}`);
	console.log('\nCtrl-C stops it.');
	// A service that surprises the check must not end the app.
	await printFindings(checkSettings(settings, brand?.city ?? null), true).catch((error: unknown) =>
		console.error(`The check of the settings failed: ${String(error)}`),
	);
}
