/** What the end-to-end tests share: a whole Daybill for each test, started and stopped by a fixture. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page, type Response } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { seededVariable } from './prepare.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A process as `npm start` starts it, with a data folder that remains when it is restarted. */
export interface Daybill {
	/** URL that the browser opens. */
	url: string;
	sandboxUrl: string;
	/** Everything that the process has printed to standard output and standard error. */
	output(): string;
	/** A call to the sandbox's control API (design §7). */
	control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
	/** Ends the process with SIGKILL, as in a crash. */
	kill(): Promise<void>;
	/** Starts it again on the same ports and data. */
	start(): Promise<void>;
	/** Ends it and deletes its data. */
	stop(): Promise<void>;
}

/**
 * Starts Daybill as `npm start` does, by default with its embedded sandbox.
 *
 * @param options `port` of the app and further settings (design §3); ports default to free ones
 */
export async function startDaybill(
	options: { port?: number; environment?: Record<string, string> } = {},
): Promise<Daybill> {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'daybill-e2e-'));
	const seeded = process.env[seededVariable];
	if (seeded !== undefined) await copyFile(seeded, path.join(dataDir, 'sandbox.sqlite'));
	const port = options.port ?? (await freePort());
	const sandboxPort = await freePort();
	const url = `http://localhost:${port}`;
	const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
	let child: ChildProcess | undefined;
	let printed = '';

	const start = async () => {
		const next = spawn(process.execPath, [path.join(root, 'src/cli/start.ts')], {
			cwd: root,
			env: {
				PATH: process.env.PATH,
				PORT: String(port),
				SANDBOX_PORT: String(sandboxPort),
				DATA_DIR: dataDir,
				// Pictures of other origins are not allowed, so that no test requests one from the network.
				IMAGE_ORIGINS: sandboxUrl,
				// There are no tiles at this URL: no test requests map tiles from the network.
				MAP_TILE_URL: `${sandboxUrl}/tiles/{z}/{x}/{y}.png`,
				...options.environment,
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		child = next;
		const ready = Promise.withResolvers<void>();
		const collect = (chunk: Buffer) => {
			printed += chunk;
			if (printed.includes('Ctrl-C')) ready.resolve();
		};
		next.stdout.on('data', collect);
		next.stderr.on('data', collect);
		next.once('exit', (status) => ready.reject(new Error(`Daybill ended with ${status}:\n${printed}`)));
		printed = '';
		await ready.promise;
	};
	const kill = async () => {
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		child.kill('SIGKILL');
		await once(child, 'exit');
	};
	await start();
	return {
		url,
		sandboxUrl,
		output: () => printed,
		async control(method, controlPath, body) {
			const response = await fetch(`${sandboxUrl}/_sandbox${controlPath}`, {
				method,
				headers: {
					'x-daybill-sandbox-control': '1',
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			if (!response.ok)
				throw new Error(`${method} ${controlPath}: ${response.status} ${await response.text()}`);
			const text = await response.text();
			return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
		},
		kill,
		start,
		async stop() {
			await kill();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** A user who has not joined or marked any event yet. */
export const newcomer = { uid: 'dora', name: 'Dora', password: 'dora-daybill' };

interface Fixtures {
	daybill: Daybill;
	/** For tests that only read: one Daybill for all tests of a worker, so that its pictures are drawn once. */
	isShared: boolean;
	expectedConsoleErrors: RegExp[];
}

async function startWithNewcomer(): Promise<Daybill> {
	const daybill = await startDaybill();
	await daybill.control('POST', '/users', newcomer);
	return daybill;
}

/** A page rendered on the server loads its scripts after the picture: `goto` and `reload` wait for them, unless `waitUntil` is set. */
function waitForScripts(page: Page): void {
	for (const name of ['goto', 'reload'] as const) {
		const go = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>;
		page[name] = async (...args: unknown[]) => {
			const response = await go(...args);
			if (!args.some((arg) => typeof arg === 'object' && arg !== null && 'waitUntil' in arg))
				await expect(page.locator('script[data-modules]')).toHaveCount(0);
			return response;
		};
	}
}

/**
 * `daybill`: a whole Daybill for one test, stopped and deleted after it.
 * An uncaught error or an unexpected `console.error` of the page fails the test.
 */
export const test = base.extend<Fixtures, { sharedDaybill: () => Promise<Daybill> }>({
	expectedConsoleErrors: [[], { option: true }],
	isShared: [false, { option: true }],
	sharedDaybill: [
		async ({}, use) => {
			let started: Promise<Daybill> | undefined;
			await use(() => {
				started ??= startWithNewcomer();
				return started;
			});
			await (await started)?.stop();
		},
		{ scope: 'worker' },
	],
	daybill: async ({ page, isShared, sharedDaybill }, use) => {
		const daybill = isShared ? await sharedDaybill() : await startWithNewcomer();
		await use(daybill);
		// Requests that are still open must not fail because the server has stopped.
		await page.goto('about:blank');
		if (!isShared) await daybill.stop();
	},
	page: async ({ page, expectedConsoleErrors, javaScriptEnabled }, use) => {
		const errors: string[] = [];
		page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
		page.on('console', (message) => {
			if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
		});
		if (javaScriptEnabled !== false) waitForScripts(page);
		await use(page);
		expect(errors.filter((error) => !expectedConsoleErrors.some((pattern) => pattern.test(error)))).toEqual(
			[],
		);
	},
});
export { expect };
