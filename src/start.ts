/**
 * The one command (design §3): reads the settings, builds the web app if it is stale, starts the sandbox when no
 * service is configured, starts the app, and stops both cleanly on SIGINT and SIGTERM.
 */
import path from 'node:path';
import { type RunningBff, startBff } from './bff/app.ts';
import type { BffSettings } from './bff/settings.ts';
import type { Finding } from './conformance/check.ts';
import { runConformance } from './conformance/run.ts';
import type { ConformanceReport } from './contract/session.ts';
import { type RunningSandbox, startSandbox } from './sandbox/app.ts';
import { demoAccounts } from './sandbox/data/demo-accounts.ts';
import { readSettings, SettingsError } from './settings.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const webDir = path.join(root, 'dist', 'web');

/** Says in one message why the start failed, with the remedy where there is one, and ends with exit status 1. */
function fail(error: unknown, what: string): never {
	const { code, port } = (error ?? {}) as { code?: string; port?: number };
	if (error instanceof SettingsError) console.error(error.message);
	else if (code === 'EADDRINUSE') {
		console.error(
			`Daybill cannot start: port ${port} (${what}) is in use. Stop the program that uses it, or set another port.`,
		);
	} else
		console.error(
			`Daybill cannot start (${what}): ${error instanceof Error ? error.message : String(error)}`,
		);
	process.exit(1);
}

/** A finding in one sentence. */
function inWords(finding: Finding): string {
	if (finding.verdict === 'differs') return `expected ${finding.expected}, got ${finding.got}`;
	if (finding.verdict === 'open') return finding.got;
	return finding.verdict === 'not tried' ? finding.why : finding.verdict;
}

/** The conformance check of the embedded sandbox, for the developers' console. @param origin of the sandbox */
async function checkConformance(origin: string): Promise<ConformanceReport> {
	const { counts, results } = await runConformance({ baseUrl: origin, authUrl: origin });
	return {
		counts,
		results: results.map(({ findings, ...result }) => ({ ...result, findings: findings.map(inWords) })),
	};
}

async function run(): Promise<void> {
	const settings = readSettings(process.env);
	const running: (RunningSandbox | RunningBff)[] = [];

	if (await isWebBuildStale(root, webDir)) {
		console.log('Building the web app …');
		await buildWeb(root).catch((error: unknown) => fail(error, 'building the web app'));
	}

	let bff: BffSettings = { ...settings.bff, webDir };
	if (settings.sandbox.enabled) {
		const sandbox = await startSandbox(settings.sandbox).catch((error: unknown) =>
			fail(error, 'sandbox, SANDBOX_PORT'),
		);
		running.push(sandbox);
		bff = { ...bff, eventsBaseUrl: sandbox.origin, eventsAuthUrl: sandbox.origin };
		const { origin } = sandbox;
		if (bff.sandboxControl !== undefined)
			bff = { ...bff, sandboxControl: origin, conformance: () => checkConformance(origin) };
	}
	const app = await startBff(bff).catch((error: unknown) => fail(error, 'app, PORT'));
	running.push(app);

	console.log(`\nDaybill      ${settings.bff.publicUrl}`);
	if (settings.sandbox.enabled) {
		console.log(`Sandbox      ${bff.eventsBaseUrl}`);
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
