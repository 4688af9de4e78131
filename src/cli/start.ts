/**
 * `npm start`: builds the web app if it is stale, starts the sandbox if no service is configured, starts the app, and stops both
 * on SIGINT and SIGTERM.
 */
import path from 'node:path';
import { startBff } from '../bff/app.ts';
import type { Brand } from '../bff/brand/brand.ts';
import { BrandError } from '../bff/brand/folder.ts';
import { demoAccounts } from '../sandbox/data/demo-accounts.ts';
import { readConfiguredBrand } from './configured-brand.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { freePort } from './free-port.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist', 'web');

/** Prints why the start failed, and what to do if that is known, and exits with status 1. */
function fail(error: unknown, what: string): never {
	const { code, port } = (error ?? {}) as { code?: string; port?: number };
	if (error instanceof SettingsError) console.error(error.message);
	else if (error instanceof BrandError) console.error(`Daybill cannot start. ${error.message}`);
	else if (code === 'EADDRINUSE') {
		console.error(
			`Daybill cannot start: port ${port} (${what}) is in use. Stop the process that uses it, or set another port.`,
		);
	} else
		console.error(
			`Daybill cannot start (${what}): ${error instanceof Error ? error.message : String(error)}`,
		);
	process.exit(1);
}

async function buildIfStale(): Promise<void> {
	if (!(await isWebBuildStale(root, webDir))) return;
	console.log('Building the web app …');
	await buildWeb(root).catch((error: unknown) => fail(error, 'building the web app'));
}

/** @throws the error of the app, with the sandbox closed again */
async function startServers(settings: Settings, brand: Brand | undefined, built: Promise<void>) {
	const [{ sandbox, service }] = await Promise.all([
		startEmbeddedSandbox(settings, brand?.name).catch((error: unknown) =>
			fail(error, 'sandbox, SANDBOX_PORT'),
		),
		built,
	]);
	const bff = { ...settings.bff, ...service, webDir, brand: brand && (() => brand) };
	try {
		return { sandbox, bff, app: await startBff(bff) };
	} catch (error) {
		await sandbox?.close();
		throw error;
	}
}

/** With `PORT=0`, another process can take the chosen port first: then another one is chosen. */
async function startOnFreePort(given: Settings, brand: Brand | undefined, built: Promise<void>) {
	for (let attempt = 1; ; attempt += 1) {
		const settings = readSettings({ ...process.env, PORT: String(await freePort(given.bff.host)) });
		try {
			return await startServers(settings, brand, built);
		} catch (error) {
			if ((error as { code?: string }).code !== 'EADDRINUSE' || attempt === 10) throw error;
		}
	}
}

async function run(): Promise<void> {
	const settings = readSettings(process.env);
	const brand = await readConfiguredBrand(settings);
	const start = settings.bff.port === 0 ? startOnFreePort : startServers;
	const { sandbox, bff, app } = await start(settings, brand, buildIfStale()).catch((error: unknown) =>
		fail(error, 'app, PORT'),
	);

	console.log(`\nDaybill      ${bff.publicUrl}`);
	if (sandbox !== null) {
		console.log(`Sandbox      ${sandbox.origin}`);
		console.log(
			`Demo people  ${demoAccounts.map(({ uid, password }) => `${uid} / ${password}`).join('   ')}`,
		);
	} else console.log(`Service      ${bff.eventsBaseUrl}`);
	console.log('\nCtrl-C stops it.');

	let stopping = false;
	const stop = async () => {
		if (stopping) return;
		stopping = true;
		await app.close();
		await sandbox?.close();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

run().catch((error: unknown) => fail(error, 'start'));
