/**
 * `npm start` (design §3): reads the settings, builds the web app if it is stale, starts the sandbox if no service is
 * configured, starts the app, and stops both on SIGINT and SIGTERM.
 */
import cluster from 'node:cluster';
import path from 'node:path';
import { startBff } from '../bff/app.ts';
import type { Brand } from '../bff/brand/brand.ts';
import { BrandError } from '../bff/brand/brand-error.ts';
import { demoAccounts } from '../sandbox/data/demo-accounts.ts';
import { readConfiguredBrand } from './configured-brand.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { freePort } from './free-port.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';
import { runWorker } from './worker.ts';
import { startWorkers } from './workers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist', 'web');

/** Prints why the start failed, with the remedy if there is one, and exits with status 1. */
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

/** Builds the web app if it is stale. */
async function buildIfStale(): Promise<void> {
	if (!(await isWebBuildStale(root, webDir))) return;
	console.log('Building the web app …');
	await buildWeb(root).catch((error: unknown) => fail(error, 'building the web app'));
}

/** The sandbox, if no service is configured. It starts while the web app is built, and both are ready afterwards. */
async function startSandboxDuring(built: Promise<void>, settings: Settings, brand: Brand | undefined) {
	const starting = startEmbeddedSandbox(settings, brand?.name).catch((error: unknown) =>
		fail(error, 'sandbox, SANDBOX_PORT'),
	);
	const [running] = await Promise.all([starting, built]);
	return running;
}

/** The sandbox, if no service is configured, and the app. @throws the error of the app, with the sandbox closed again */
async function startServers(settings: Settings, brand: Brand | undefined, built: Promise<void>) {
	const { sandbox, service } = await startSandboxDuring(built, settings, brand);
	const bff = { ...settings.bff, ...service, webDir, brand: brand && (() => brand) };
	try {
		return { sandbox, bff, app: await startBff(bff) };
	} catch (error) {
		await sandbox?.close();
		throw error;
	}
}

/** With `PORT=0`, another process can take the chosen port first: then another one is chosen. */
async function startOnFreePort(
	environment: NodeJS.ProcessEnv,
	brand: Brand | undefined,
	built: Promise<void>,
) {
	for (let attempt = 1; ; attempt += 1) {
		const port = String(await freePort(readSettings(environment).bff.host));
		const settings = readSettings({ ...environment, PORT: port });
		try {
			return await startServers(settings, brand, built);
		} catch (error) {
			if ((error as { code?: string }).code !== 'EADDRINUSE' || attempt === 10) throw error;
		}
	}
}

/** The sandbox here, if no service is configured, and the app in several processes. */
async function startAllWorkers(given: Settings, brand: Brand | undefined, built: Promise<void>) {
	const port = given.bff.port === 0 ? await freePort(given.bff.host) : given.bff.port;
	const settings = readSettings({ ...process.env, PORT: String(port) });
	const { sandbox, service } = await startSandboxDuring(built, settings, brand);
	const sandboxPort = sandbox === null ? {} : { SANDBOX_PORT: new URL(sandbox.origin).port };
	try {
		const app = await startWorkers(settings.workers, { PORT: String(port), ...sandboxPort }, console.error);
		return { sandbox, bff: { ...settings.bff, ...service }, app };
	} catch (error) {
		await sandbox?.close();
		throw error;
	}
}

/** Starts what the settings ask for. @param built fulfilled when the web app is there */
function startAll(settings: Settings, brand: Brand | undefined, built: Promise<void>) {
	if (settings.workers > 1) return startAllWorkers(settings, brand, built);
	return settings.bff.port === 0
		? startOnFreePort(process.env, brand, built)
		: startServers(settings, brand, built);
}

async function run(): Promise<void> {
	const settings = readSettings(process.env);
	const brand = await readConfiguredBrand(settings);
	const { sandbox, bff, app } = await startAll(settings, brand, buildIfStale()).catch((error: unknown) =>
		fail(error, 'app, PORT'),
	);
	const running = sandbox === null ? [app] : [sandbox, app];

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
		for (const each of running.reverse()) await each.close();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

if (cluster.isPrimary) run().catch((error: unknown) => fail(error, 'start'));
else runWorker(readSettings(process.env), webDir).catch((error: unknown) => fail(error, 'app, PORT'));
