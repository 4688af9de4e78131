/**
 * `npm start` (design §3): reads the settings, builds the web app if it is stale, starts the sandbox if no service is
 * configured, starts the app, and stops both on SIGINT and SIGTERM.
 */
import path from 'node:path';
import { type RunningBff, startBff } from '../bff/app.ts';
import type { RunningSandbox } from '../sandbox/app.ts';
import { demoAccounts } from '../sandbox/data/demo-accounts.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import { readSettings, SettingsError } from './settings.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist', 'web');

/** Prints why the start failed, with the remedy if there is one, and exits with status 1. */
function fail(error: unknown, what: string): never {
	const { code, port } = (error ?? {}) as { code?: string; port?: number };
	if (error instanceof SettingsError) console.error(error.message);
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

async function run(): Promise<void> {
	const settings = readSettings(process.env);
	const running: (RunningSandbox | RunningBff)[] = [];

	if (await isWebBuildStale(root, webDir)) {
		console.log('Building the web app …');
		await buildWeb(root).catch((error: unknown) => fail(error, 'building the web app'));
	}

	const { sandbox, service } = await startEmbeddedSandbox(settings).catch((error: unknown) =>
		fail(error, 'sandbox, SANDBOX_PORT'),
	);
	if (sandbox !== null) running.push(sandbox);
	const bff = { ...settings.bff, ...service, webDir };
	const app = await startBff(bff).catch((error: unknown) => fail(error, 'app, PORT'));
	running.push(app);

	console.log(`\nDaybill      ${settings.bff.publicUrl}`);
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

run().catch((error: unknown) => fail(error, 'start'));
