import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../bff/start-bff.ts';
import { npm } from '../package/npm.ts';
import { type Program, printedUrls, startProgram } from '../program.ts';

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

/** Runs the script until the test ends. */
async function start(environment: Record<string, string>) {
	const program = startProgram(['src/cli/start.ts'], {
		environment: { DATA_DIR: await temporaryFolder(), ...sandbox, PORT: '0', ...environment },
	});
	onTestFinished(async () => void (await program.stop()));
	return program;
}

async function occupiedPort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	undo.push(() => new Promise((resolve) => server.close(resolve)));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}

// The first start builds the web app if it is stale, which can take longer than the default timeout.
it('PORT=0 starts two instances on free ports, and each signs users in at the URL that it prints, under its own name', {
	timeout: 120_000,
}, async () => {
	const BRAND_DIR = path.resolve(import.meta.dirname, '../../examples/brands/night-shift');
	const both: Program[] = [];
	for (const [name, other, environment] of [
		['Daybill', 'Night Shift', {}],
		['Night Shift', 'Daybill', { BRAND_DIR }],
	] as const) {
		const program = await start(environment);
		both.push(program);
		const urlOf = await printedUrls(program);
		const app = urlOf('Daybill');
		expect((await fetch(`${app}/healthz`)).status).toBe(200);
		const query = new URLSearchParams({
			client_id: 'daybill-demo',
			redirect_uri: `${app}/callback`,
			response_type: 'code',
		});
		const signIn = await (await fetch(`${urlOf('Sandbox')}/service/auth2/auth?${query}`)).text();
		const page = await (await fetch(`${app}/cities`)).text();
		for (const html of [signIn, page]) expect(html).toContain(name);
		expect(signIn).not.toContain(other);
	}
	expect(await Promise.all(both.map(({ stop }) => stop('SIGINT')))).toEqual([0, 0]);
});

it('SIGTERM to `npm start` reaches the app, and npm exits after it', { timeout: 120_000 }, async () => {
	const { command, args, shell } = npm(['start']);
	const environment = { DATA_DIR: await temporaryFolder(), ...sandbox, PORT: '0' };
	const child = spawn(command, args, {
		shell,
		detached: true,
		env: { PATH: process.env.PATH, ...environment },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const { pid } = child;
	if (pid === undefined) throw new Error('npm was not found');
	onTestFinished(() => {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch (error) {
			// Its process group no longer exists.
			expect(error).toMatchObject({ code: 'ESRCH' });
		}
	});
	let output = '';
	for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
		output += chunk;
		if (output.includes('Ctrl-C')) break;
	}
	const [, port] = /^Daybill +http:\/\/localhost:(\d+)$/m.exec(output) ?? [];
	const healthz = () => fetch(`http://127.0.0.1:${port}/healthz`);
	expect((await healthz()).status).toBe(200);
	child.stdout.resume();
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	expect(await ended).toEqual([0, null]);
	await expect(healthz()).rejects.toThrow();
});

it('a failed start reports the reason in one message and ends with status 1, as when its port is in use', async () => {
	const port = await occupiedPort();
	const { status, errors } = await runToEnd({ PORT: String(port) });
	expect(status).toBe(1);
	expect(errors.trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
});
