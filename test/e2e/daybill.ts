/** What the end-to-end tests share: a whole Daybill, and pages whose errors fail a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page, type Response } from '@playwright/test';
import { listen } from '../listen.ts';
import { printedUrls, startProgram } from '../program.ts';
import { beginWith } from './person.ts';

export interface Daybill {
	/** URL that the browser opens. */
	url: string;
	sandboxUrl: string;
}

/** A map tile: a light gray image of one pixel. */
const tile = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12O4//gZAAVNAqkkGwZbAAAAAElFTkSuQmCC',
	'base64',
);

/**
 * Starts Daybill like `npm start`, with its embedded sandbox, on free ports.
 *
 * @param environment further settings
 */
export async function startDaybill(
	environment: Record<string, string> = {},
): Promise<Daybill & { stop(): Promise<void> }> {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'daybill-e2e-'));
	const tiles = createServer((_request, response) =>
		response.writeHead(200, { 'content-type': 'image/png' }).end(tile),
	).unref();
	const program = startProgram(['src/cli/start.ts'], {
		environment: {
			PORT: '0',
			SANDBOX_PORT: '0',
			DATA_DIR: dataDir,
			// Images of the service are allowed in any case; no other origin is, so that no test requests images from the network.
			IMAGE_ORIGINS: 'http://images.localhost',
			// All tests have the same address.
			VISITOR_LIMITS: 'off',
			MAP_TILE_URL: `http://127.0.0.1:${await listen(tiles)}/{z}/{x}/{y}.png`,
			...environment,
		},
	});
	const urlOf = await printedUrls(program);
	return {
		url: urlOf('Daybill'),
		sandboxUrl: urlOf('Sandbox'),
		async stop() {
			tiles.close();
			await program.stop('SIGKILL');
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** Environment variable with the URLs of the Daybill that tests share, as JSON. */
const sharedVariable = 'DAYBILL_SHARED';

/** Lets the tests of all processes share a Daybill. */
export function share({ url, sandboxUrl }: Daybill): void {
	process.env[sharedVariable] = JSON.stringify({ url, sandboxUrl });
}

/** The Daybill that was started before all tests, so that what one test has loaded is warm for the others. */
export function sharedDaybill(): Daybill {
	const shared = process.env[sharedVariable];
	if (shared === undefined) throw new Error(`${sharedVariable} is not set`);
	return JSON.parse(shared) as Daybill;
}

interface Fixtures {
	/**
	 * One Daybill for all tests, which use it at the same time: those that compare counts of an event, or make its requests fail, use
	 * their own event (`findOwnEvent`).
	 */
	daybill: Daybill;
	expectedConsoleErrors: RegExp[];
}

/** One of the seeded texts is hostile HTML: the policy rejects its handler, and the BFF its image. It can appear in any list. */
const hostileText = /Executing inline event handler violates .*\/html-text|400 .*img\.example/;
/** An overloaded machine decodes fewer images. */
const droppedImage = /50[34] .*\/images\//;

/** Resolves when a server-rendered page is hydrated. */
export async function untilReady(page: Page): Promise<void> {
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
 * `daybill` has a new user for each test (`testUser`). An uncaught error or an unexpected `console.error` of the page fails the
 * test.
 */
export const test = base.extend<Fixtures>({
	expectedConsoleErrors: [[], { option: true }],
	daybill: async ({}, use) => {
		const daybill = sharedDaybill();
		beginWith(daybill);
		await use(daybill);
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
