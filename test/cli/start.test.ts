import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withPatience } from '../patience.ts';
import { printedUrls, startProgram } from '../program.ts';
import { startCommand } from './start-command.ts';

const root = path.resolve(import.meta.dirname, '../..');
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const sandbox = { SANDBOX_DB: ':memory:', SANDBOX_PORT: '0' };

/** Runs the script of `npm start` until it ends. */
async function runToEnd(environment: Record<string, string>) {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'daybill-start-'));
	const program = startProgram(['src/cli/start.ts'], {
		environment: { DATA_DIR: folder.path, ...sandbox, ...environment },
	});
	return { status: await program.ended, errors: program.errors(), output: program.output() };
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

it('PORT=0 starts two at once on free ports, and each signs people in at the URL that it prints', async () => {
	const both = await Promise.all([1, 2].map(() => startCommand({ ...sandbox, PORT: '0' })));
	for (const program of both) {
		const urlOf = await printedUrls(program);
		const app = urlOf('Daybill');
		expect((await fetch(`${app}/healthz`)).status).toBe(200);
		const query = new URLSearchParams({
			client_id: 'daybill-demo',
			redirect_uri: `${app}/callback`,
			response_type: 'code',
		});
		expect((await fetch(`${urlOf('Sandbox')}/service/auth2/auth?${query}`)).status).toBe(200);
	}
	expect(await Promise.all(both.map(({ stop }) => stop('SIGINT')))).toEqual([0, 0]);
});

it('`npm start` keeps what Node compiled for the next start', async () => {
	const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
		scripts: { start: string };
	};
	expect(scripts.start).toContain('src/cli/daybill.ts start');
	const printCache =
		'data:text/javascript,import { getCompileCacheDir } from "node:module"; process.on("exit", () => console.log(getCompileCacheDir()))';
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'daybill-start-'));
	const child = spawn(
		process.execPath,
		['--import', printCache, path.join(root, 'src/cli/daybill.ts'), 'check'],
		{ cwd: folder.path, env: { PATH: process.env.PATH } },
	);
	expect(await text(child.stdout)).toContain(path.join(root, 'node_modules', '.cache', 'daybill'));
});

describe('a failed start reports the reason in one message and ends with status 1', () => {
	it('when the app’s port is in use', async () => {
		const port = await occupiedPort();
		const { status, errors } = await runToEnd({ PORT: String(port) });
		expect(status).toBe(1);
		expect(errors.trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
	});

	it('when the sandbox’s port is in use', async () => {
		const port = await occupiedPort();
		const { status, errors } = await runToEnd({ PORT: '0', SANDBOX_PORT: String(port) });
		expect(status).toBe(1);
		expect(errors.trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
	});

	it('when settings are wrong, naming each', async () => {
		const { status, errors } = await runToEnd({ PORT: 'eighty', OAUTH_PKCE: 'maybe' });
		expect(status).toBe(1);
		expect(errors).toMatch(/PORT: expected/);
		expect(errors).toMatch(/OAUTH_PKCE: expected/);
		expect(errors).not.toMatch(/\bat .*\.ts:\d+/);
	});

	it('when REDIS_URL is wrong, without its password', async () => {
		for (const REDIS_URL of ['redis://:hunter2@[cache', 'valkey://:hunter2@cache.example', 'hunter2']) {
			const { status, output } = await runToEnd({ REDIS_URL, LOG_LEVEL: 'trace' });
			expect(status).toBe(1);
			expect(output).toMatch(/REDIS_URL: expected/);
			expect(output).not.toContain('hunter2');
		}
	});

	it('when the client secret of an external service is missing', async () => {
		const { status, errors } = await runToEnd({
			EVENTS_BASE_URL: 'http://127.0.0.1:9',
			EVENTS_AUTH_URL: 'http://127.0.0.1:9',
			OAUTH_CLIENT_ID: 'key',
		});
		expect(status).toBe(1);
		expect(errors).toMatch(/OAUTH_CLIENT_SECRET: missing/);
	});
});
