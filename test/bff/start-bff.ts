/** A BFF for one test: real HTTP on a free port, sessions in memory, a one-page web app. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startBff } from '../../src/bff/app.ts';
import type { BffSettings } from '../../src/bff/settings.ts';
import { type Browser, createBrowser } from './browser.ts';
import { publicUrl, settingsFor, writeWeb } from './settings-for.ts';
import { signInWithCode } from './sign-in.ts';

export { publicUrl };

/** A folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-bff-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** A one-page web app, laid out like a build. @param folder defaults to a new one */
export async function builtWeb(folder?: string): Promise<string> {
	const target = folder ?? (await temporaryFolder());
	await writeWeb(target);
	return target;
}

/** A web app that a server build with this code renders. */
export async function renderedWeb(serverEntry: string): Promise<string> {
	const folder = await temporaryFolder();
	const server = path.join(folder, 'server');
	await mkdir(server);
	await writeFile(path.join(server, 'package.json'), '{"type":"module"}');
	await writeFile(path.join(server, 'server-entry.js'), serverEntry);
	return builtWeb(path.join(folder, 'web'));
}

export type TestBff = Awaited<ReturnType<typeof startTestBff>>;

/**
 * Settings of a BFF in front of the service at `origin`, as plain data.
 *
 * @param settings take precedence; `dataDir: 'own'` is a new folder
 */
export async function bffSettings(origin: string, settings: Partial<BffSettings> = {}): Promise<BffSettings> {
	return settingsFor(origin, {
		...settings,
		webDir: settings.webDir ?? (await builtWeb()),
		dataDir: settings.dataDir === 'own' ? await temporaryFolder() : (settings.dataDir ?? ':memory:'),
	});
}

/** Starts a BFF in front of the service at `origin`; it stops when the test ends. */
export async function startTestBff(origin: string, settings: Partial<BffSettings> = {}) {
	/** Every logged line. */
	const log: string[] = [];
	const running = await startBff(
		await bffSettings(origin, {
			logLevel: 'info',
			logStream: { write: (line) => void log.push(line) },
			...settings,
		}),
	);
	let open = true;
	const close = async () => {
		if (open) await running.close();
		open = false;
	};
	onTestFinished(close);
	/** A new browser that reaches this BFF as {@link publicUrl}: signed out, or with the cookies of another. */
	const browser = (of?: Pick<Browser, 'cookies'>) =>
		createBrowser(running.origin, settings.publicUrl ?? publicUrl, of?.cookies);
	return {
		origin: running.origin,
		port: running.port,
		log,
		close,
		browser,
		/** A new browser, signed in with a code that the fake service accepts. */
		async member(code?: string) {
			const member = browser();
			await signInWithCode(member, code);
			return member;
		},
		/** The status of a path for a visitor with this address, according to a trusted proxy on this machine. */
		statusFor: async (visitor: string, path: string) =>
			(await browser().fetch(path, { headers: { 'X-Forwarded-For': visitor } })).status,
	};
}
