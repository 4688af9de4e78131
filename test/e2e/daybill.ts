/** What the end-to-end tests share: a whole Daybill for each test, started and stopped by a fixture. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page, type Response } from '@playwright/test';
import { printedUrls, startProgram } from '../program.ts';
import { beginWith } from './person.ts';
import { tileOrigin } from './tile-server.ts';

/** Environment variable with the path of a sandbox's data that every new Daybill begins with. */
export const seededVariable = 'DAYBILL_SEEDED_SANDBOX';
/** Environment variable with the URLs of the Daybill that tests share, as JSON. */
export const sharedVariable = 'DAYBILL_SHARED';

/** A process as `npm start` starts it, with a data folder that remains when it is restarted. */
export interface Daybill {
	/** URL that the browser opens. */
	url: string;
	sandboxUrl: string;
	/** Everything that the process has printed to standard output and standard error. */
	output(): string;
	/** A call to the sandbox's control API. */
	control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
	/** Ends the process as Ctrl-C does. */
	end(): Promise<void>;
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
 * @param options `port` of the app and further settings; ports default to free ones. `script` is another one
 *   that starts it.
 */
export async function startDaybill(
	options: { port?: number; environment?: Record<string, string>; script?: string } = {},
): Promise<Daybill> {
	const { script = 'src/cli/start.ts' } = options;
	const dataDir = await mkdtemp(path.join(tmpdir(), 'daybill-e2e-'));
	const seeded = process.env[seededVariable];
	if (seeded !== undefined) await copyFile(seeded, path.join(dataDir, 'sandbox.sqlite'));
	const environment = {
		DATA_DIR: dataDir,
		// Images of the service are allowed in any case, and of no other origin: no test requests one from the network.
		IMAGE_ORIGINS: 'http://images.localhost',
		// All tests have the same address.
		VISITOR_LIMITS: 'off',
		MAP_TILE_URL: `${await tileOrigin()}/{z}/{x}/{y}.png`,
		...options.environment,
	};
	const launch = (app: number, sandbox: number) =>
		startProgram([script], {
			environment: { PORT: String(app), SANDBOX_PORT: String(sandbox), ...environment },
		});
	let program = launch(options.port ?? 0, 0);
	const urlOf = await printedUrls(program);
	const sandboxUrl = urlOf('Sandbox');
	// With PUBLIC_URL it prints the URL of what is in front of it.
	const url = options.port === undefined ? urlOf('Daybill') : `http://localhost:${options.port}`;
	return {
		url,
		sandboxUrl,
		output: () => program.output(),
		control: controlOf(sandboxUrl),
		end: async () => void (await program.stop()),
		kill: async () => void (await program.stop('SIGKILL')),
		async start() {
			program = launch(Number(new URL(url).port), Number(URL.parse(sandboxUrl)?.port ?? 0));
			await printedUrls(program);
		},
		async stop() {
			await program.stop('SIGKILL');
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

const controlOf =
	(sandboxUrl: string): Daybill['control'] =>
	async (method, controlPath, body) => {
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
	};

/** What the control API can change for one person alone; the rest others would notice. */
const ownControls = /^\/(users|consents|apps|tokens)\b/;

/** The Daybill that was started before all tests (`prepare.ts`): what one test has loaded is warm for the others. */
function sharedDaybill(): Daybill {
	const shared = process.env[sharedVariable];
	if (shared === undefined) throw new Error(`${sharedVariable} is not set`);
	const urls = JSON.parse(shared) as Pick<Daybill, 'url' | 'sandboxUrl'>;
	const refuse = () => {
		throw new Error('other tests use this Daybill at the same time: set isShared to false');
	};
	const control = controlOf(urls.sandboxUrl);
	return {
		...urls,
		control: (method, path, body) =>
			ownControls.test(path) || path === '/faults' ? control(method, path, body) : refuse(),
		output: refuse,
		end: refuse,
		kill: refuse,
		start: refuse,
		stop: refuse,
	};
}

interface Fixtures {
	daybill: Daybill;
	/**
	 * One Daybill for many tests, which use it at the same time. Not for tests that stop it or move its clock; those that compare
	 * numbers of an event, or let its requests fail, take one of their own (`findOwnEvent`).
	 */
	isShared: boolean;
	expectedConsoleErrors: RegExp[];
}

/** One of the seeded texts is hostile HTML: the policy rejects its handler, and the BFF its image. Any list can lead to it. */
const hostileText = /Executing inline event handler violates .*\/html-text|400 .*img\.example/;
/** A machine that has too much to do decodes fewer images. */
const droppedImage = /50[34] .*\/images\//;

/** Resolves when the app has taken over the page: one that is rendered on the server waits until somebody uses it, or three seconds. */
export async function untilReady(page: Page): Promise<void> {
	await page.evaluate(() => void window.dispatchEvent(new Event('scroll')));
	await expect(page.locator('script[data-waiting]')).toHaveCount(0);
}

/** `goto` and `reload` wait for the app, unless `waitUntil` is set. */
function waitForScripts(page: Page): void {
	for (const name of ['goto', 'reload'] as const) {
		const go = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>;
		page[name] = async (...args: unknown[]) => {
			const response = await go(...args);
			if (!args.some((arg) => typeof arg === 'object' && arg !== null && 'waitUntil' in arg))
				await untilReady(page);
			return response;
		};
	}
}

/**
 * `daybill`: a whole Daybill, for one test or shared (`isShared`), with a new person for each test (`somebody`).
 * An uncaught error or an unexpected `console.error` of the page fails the test.
 */
export const test = base.extend<Fixtures>({
	expectedConsoleErrors: [[], { option: true }],
	isShared: [false, { option: true }],
	daybill: async ({ page, isShared }, use) => {
		const daybill = isShared ? sharedDaybill() : await startDaybill();
		beginWith(daybill);
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
		const expected = [hostileText, droppedImage, ...expectedConsoleErrors];
		expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([]);
	},
});
export { expect };
