import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withPatience } from '../patience.ts';

const root = path.resolve(import.meta.dirname, '../..');
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

/** Starts the script of `npm start` with these settings, and with data of its own. */
function spawnStart(environment: Record<string, string>) {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'daybill-start-'));
	undo.push(() => rm(dataDir, { recursive: true, force: true }));
	const child = spawn(process.execPath, ['src/cli/start.ts'], {
		cwd: root,
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			DATA_DIR: dataDir,
			SANDBOX_DB: ':memory:',
			SANDBOX_PORT: '0',
			...environment,
		},
	});
	undo.push(async () => void child.kill('SIGKILL'));
	return child;
}

/** Runs it until it ends. `said` is standard error, `printed` all output. */
async function runToEnd(
	environment: Record<string, string>,
): Promise<{ status: number | null; said: string; printed: string }> {
	const child = spawnStart(environment);
	let said = '';
	let printed = '';
	child.stderr.on('data', (chunk) => {
		said += chunk;
		printed += chunk;
	});
	child.stdout.on('data', (chunk) => {
		printed += chunk;
	});
	const [status] = await once(child, 'close');
	return { status, said, printed };
}

async function occupiedPort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	undo.push(() => new Promise((resolve) => server.close(resolve)));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}

// The first start builds the web app if nothing has built it yet, which can take longer than a test may.
beforeAll(async () => {
	await runToEnd({ PORT: String(await occupiedPort()) });
}, withPatience(300_000));

/** Starts with these settings. @returns the URLs that are printed, and a function that stops it as Ctrl-C does */
async function startPrinted(environment: Record<string, string>) {
	const child = spawnStart(environment);
	const { promise, resolve } = Promise.withResolvers<string>();
	let printed = '';
	child.stdout.on('data', (chunk) => {
		printed += chunk;
		if (printed.includes('Ctrl-C')) resolve(printed);
	});
	child.once('close', () => resolve(printed));
	const output = await promise;
	const urlOf = (name: string) => new RegExp(`^${name} +(http\\S+)$`, 'm').exec(output)?.[1] ?? '';
	return {
		app: urlOf('Daybill'),
		sandbox: urlOf('Sandbox'),
		async stop() {
			child.kill('SIGINT');
			const [status] = await once(child, 'close');
			return status;
		},
	};
}

it('PORT=0 starts two at once on free ports, and each signs people in at the URL that it prints', async () => {
	const both = await Promise.all([startPrinted({ PORT: '0' }), startPrinted({ PORT: '0' })]);
	for (const { app, sandbox } of both) {
		expect((await fetch(`${app}/healthz`)).status).toBe(200);
		const query = new URLSearchParams({
			client_id: 'daybill-demo',
			redirect_uri: `${app}/callback`,
			response_type: 'code',
		});
		expect((await fetch(`${sandbox}/service/auth2/auth?${query}`)).status).toBe(200);
	}
	expect(await Promise.all(both.map(({ stop }) => stop()))).toEqual([0, 0]);
});

it('`npm start` keeps what Node compiled for the next start', async () => {
	const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
		scripts: { start: string };
	};
	const [, first = ''] = /--import (\S+) src\/cli\/start\.ts$/.exec(scripts.start) ?? [];
	const child = spawn(
		process.execPath,
		['--import', first, '--print', 'require("node:module").getCompileCacheDir()'],
		{
			cwd: root,
			env: { PATH: process.env.PATH },
		},
	);
	expect(await text(child.stdout)).toContain(path.join(root, 'node_modules', '.cache', 'daybill'));
});

describe('a failed start reports the reason in one message and ends with status 1', () => {
	it('when the app’s port is in use', async () => {
		const port = await occupiedPort();
		const { status, said } = await runToEnd({ PORT: String(port) });
		expect(status).toBe(1);
		expect(said.trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
	});

	it('when the sandbox’s port is in use', async () => {
		const port = await occupiedPort();
		const { status, said } = await runToEnd({ PORT: '0', SANDBOX_PORT: String(port) });
		expect(status).toBe(1);
		expect(said.trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
	});

	it('when settings are wrong, naming each', async () => {
		const { status, said } = await runToEnd({ PORT: 'eighty', OAUTH_PKCE: 'maybe' });
		expect(status).toBe(1);
		expect(said).toMatch(/PORT: expected/);
		expect(said).toMatch(/OAUTH_PKCE: expected/);
		expect(said).not.toMatch(/\bat .*\.ts:\d+/);
	});

	it('when REDIS_URL is wrong, without its password', async () => {
		for (const REDIS_URL of ['redis://:hunter2@[cache', 'valkey://:hunter2@cache.example', 'hunter2']) {
			const { status, printed } = await runToEnd({ REDIS_URL, LOG_LEVEL: 'trace' });
			expect(status).toBe(1);
			expect(printed).toMatch(/REDIS_URL: expected/);
			expect(printed).not.toContain('hunter2');
		}
	});

	it('when the client secret of an external service is missing', async () => {
		const { status, said } = await runToEnd({
			EVENTS_BASE_URL: 'http://127.0.0.1:9',
			EVENTS_AUTH_URL: 'http://127.0.0.1:9',
			OAUTH_CLIENT_ID: 'key',
		});
		expect(status).toBe(1);
		expect(said).toMatch(/OAUTH_CLIENT_SECRET: missing/);
	});
});
