import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unhandledError } from '../../src/cli/run.ts';
import { listen } from '../listen.ts';
import { npm } from '../package/npm.ts';
import { startProgram } from '../program.ts';
import { seededFolder } from '../sandbox/start-sandbox.ts';

// The first start builds the web app if it is stale, which can take longer than the default timeout.
it('PORT=0 starts on free ports, and the sandbox signs users in at the printed URL, under the name of the site', {
	timeout: 120_000,
}, async () => {
	const BRAND_DIR = path.resolve(import.meta.dirname, '../../examples/brands/night-shift');
	const environment = { DATA_DIR: await seededFolder(), SANDBOX_PORT: '0', PORT: '0', BRAND_DIR };
	const program = startProgram(['src/cli/start.ts'], { environment });
	onTestFinished(async () => void (await program.stop()));
	const app = await program.urlOf('Daybill');
	const query = new URLSearchParams({
		client_id: 'daybill-demo',
		redirect_uri: `${app}/callback`,
		response_type: 'code',
	});
	const signIn = await (await fetch(`${await program.urlOf('Sandbox')}/service/auth2/auth?${query}`)).text();
	const page = await (await fetch(`${app}/cities`)).text();
	for (const html of [signIn, page]) expect(html).toContain('Night Shift');
	expect(signIn).not.toContain('Daybill');
	expect(await program.stop('SIGINT')).toBe(0);
});

/** Prints the id of the sandbox's process, the only one that inherits Node's arguments. */
const printsId = "data:text/javascript,if (process.send) console.log('Sandbox process ' + process.pid)";

it('a sandbox that is stuck does not delay the app, and one that ends starts again at the same URL', {
	timeout: 120_000,
}, async () => {
	const environment = { DATA_DIR: await seededFolder(), SANDBOX_PORT: '0', PORT: '0' };
	const program = startProgram(['--import', printsId, 'src/cli/start.ts'], { environment });
	onTestFinished(async () => void (await program.stop()));
	const [, id] = await program.untilPrinted(/^Sandbox process (\d+)$/m);
	const [app, service] = [await program.urlOf('Daybill'), await program.urlOf('Sandbox')];
	const statusOf = async (url: string) => (await fetch(url)).status;
	process.kill(Number(id), 'SIGSTOP');
	expect(await statusOf(`${app}/healthz`)).toBe(200);
	process.kill(Number(id), 'SIGKILL');
	await program.untilPrinted(/^The sandbox ended with SIGKILL, and starts again\.$/m);
	await expect.poll(() => statusOf(`${service}/v2/loc/list`).catch(() => 0), { timeout: 60_000 }).toBe(200);
	expect(await program.stop()).toBe(0);
});

it('SIGTERM to `npm start` reaches the app, and npm exits after it', { timeout: 120_000 }, async () => {
	const { command, args, shell } = npm(['start']);
	const environment = { DATA_DIR: await seededFolder(), SANDBOX_PORT: '0', PORT: '0' };
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
			// The process group has already ended.
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

/** On SIGUSR2, a rejection and an exception that nothing handles. */
const fails = `data:text/javascript,process.on('SIGUSR2', () => {
	Promise.reject(new Error('a rejection'));
	setTimeout(() => { throw new Error('an exception'); });
})`;

it.each([
	['app', 'start', 'Daybill', '/healthz'],
	['sandbox', 'sandbox', 'Sandbox', '/v2/loc/list'],
])(
	'the %s outlives an error that nothing handles, logs it with its stack, and stops as usual',
	{
		timeout: 120_000,
	},
	async (_, command, name, path) => {
		const environment = { DATA_DIR: await seededFolder(), SANDBOX_PORT: '0', PORT: '0' };
		const program = startProgram(['--import', fails, `src/cli/${command}.ts`], { environment });
		onTestFinished(async () => void (await program.stop()));
		const origin = await program.urlOf(name);
		process.kill(program.pid ?? 0, 'SIGUSR2');
		for (const what of ['a rejection', 'an exception'])
			await program.untilPrinted(
				new RegExp(`^{"level":50,.*"stack":"Error: ${what}\\\\n +at .*${unhandledError}`, 'm'),
			);
		expect((await fetch(`${origin}${path}`)).status).toBe(200);
		// `stop` fails the test of a program with such an error.
		await expect(program.stop()).rejects.toThrow(unhandledError);
		expect(await program.ended).toBe(0);
	},
);

it('a failed start reports the reason in one message and ends with status 1, as when its port is in use', async () => {
	const server = createServer();
	const port = await listen(server);
	onTestFinished(() => void server.close());
	const environment = { DATA_DIR: await seededFolder(), SANDBOX_PORT: '0', PORT: String(port) };
	const program = startProgram(['src/cli/start.ts'], { environment });
	expect(await program.ended).toBe(1);
	expect(program.errors().trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
});
