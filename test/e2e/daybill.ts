/** What the end-to-end tests share: a whole Daybill, and pages whose errors fail a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page, type Response } from '@playwright/test';
import { listen } from '../listen.ts';
import { startProgram } from '../program.ts';
import { beginWith } from './person.ts';

/** Tests run at desktop width, those with the tag `onPhone` at phone width and with a finger. */
export const onPhone = { tag: '@phone' };
export const onDesktop = { tag: '@desktop' };

export const phoneViewport = { width: 390, height: 844 };
const isOnPhone = (tags: readonly string[]) => tags.includes(onPhone.tag);

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
			// Besides the service's own images, allows only an origin that no request reaches over the network.
			IMAGE_ORIGINS: 'http://images.localhost',
			// All tests share one IP address.
			VISITOR_LIMITS: 'off',
			MAP_TILE_URL: `http://127.0.0.1:${await listen(tiles)}/{z}/{x}/{y}.png`,
			...environment,
		},
	});
	return {
		url: await program.urlOf('Daybill'),
		sandboxUrl: await program.urlOf('Sandbox'),
		async stop() {
			tiles.close();
			await program.stop('SIGKILL');
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** Environment variable with the URLs of the Daybill that tests share, as JSON. */
const sharedVariable = 'DAYBILL_SHARED';

/** Passes a Daybill to the test processes. */
export function share({ url, sandboxUrl }: Daybill): void {
	process.env[sharedVariable] = JSON.stringify({ url, sandboxUrl });
}

/** The Daybill that was started before all tests, so that they share its warm caches. */
export function sharedDaybill(): Daybill {
	const shared = process.env[sharedVariable];
	if (shared === undefined) throw new Error(`${sharedVariable} is not set`);
	return JSON.parse(shared) as Daybill;
}

interface Fixtures {
	/**
	 * One Daybill for all tests, some of which run concurrently. Those that compare an event's counts, or make
	 * its requests fail, use their own event (`findOwnEvent`).
	 */
	daybill: Daybill;
	expectedConsoleErrors: RegExp[];
}

/** One seeded text is hostile HTML, in any list: CSP blocks its handler, and the BFF rejects its image. */
const hostileText = /Executing inline event handler violates .*\/html-text|400 .*img\.example/;
/** On an overloaded machine, the BFF rejects some images. */
const droppedImage = /50[34] .*\/images\//;

/** Resolves when a server-rendered page is hydrated. */
export async function untilReady(page: Page): Promise<void> {
	await expect(page.locator('script[data-waiting]')).toHaveCount(0);
}

/** Makes `goto` and `reload` wait for hydration, unless `waitUntil` is set. */
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
 * `daybill` has a new user for each test (`testUser`). An uncaught error or unexpected `console.error` of the
 * page fails the test.
 */
export const test = base.extend<Fixtures>({
	expectedConsoleErrors: [[], { option: true }],
	viewport: ({ viewport }, use, { tags }) => use(isOnPhone(tags) ? phoneViewport : viewport),
	hasTouch: ({}, use, { tags }) => use(isOnPhone(tags)),
	isMobile: ({}, use, { tags }) => use(isOnPhone(tags)),
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
