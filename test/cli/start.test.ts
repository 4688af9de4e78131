import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unhandledError } from '../../src/cli/run.ts';
import { listen } from '../listen.ts';
import { npm } from '../package/npm.ts';
import { programEnvironment, startProgram } from '../program.ts';
import { seededFolder } from '../sandbox/start-sandbox.ts';

/** Prints the id of the sandbox's process, the only one that inherits Node's arguments. */
const printsId = "data:text/javascript,if (process.send) console.log('Sandbox process ' + process.pid)";

/** On SIGUSR2, a rejection and an exception that nothing handles. */
const fails = `data:text/javascript,process.on('SIGUSR2', () => {
	Promise.reject(new Error('a rejection'));
	setTimeout(() => { throw new Error('an exception'); });
})`;

const freePorts = { SANDBOX_PORT: '0', PORT: '0' };
const statusOf = async (url: string) => (await fetch(url)).status;

/** Starts a command, which stops when the test ends. */
function start(args: readonly string[], environment: Readonly<Record<string, string>>) {
	const program = startProgram(args, { environment });
	onTestFinished(async () => void (await program.stop()));
	return program;
}

type Program = ReturnType<typeof start>;

/** Causes the errors of {@link fails}. Expects a log of them, this URL to be served, and a signal to stop as usual. */
async function expectToOutliveErrors(program: Program, url: string, signal: NodeJS.Signals): Promise<void> {
	expect(program.output()).not.toContain(unhandledError);
	process.kill(program.pid ?? 0, 'SIGUSR2');
	for (const what of ['a rejection', 'an exception'])
		await program.untilPrinted(
			new RegExp(`^{"level":50,.*"stack":"Error: ${what}\\\\n +at .*${unhandledError}`, 'm'),
		);
	expect(await statusOf(url)).toBe(200);
	// A program with such an error fails its test.
	await expect(program.stop(signal)).rejects.toThrow(unhandledError);
	expect(await program.ended).toBe(0);
}

/** Expects the site's name on a page, and on the page where the sandbox signs users in. */
async function expectName(name: string, app: string, service: string): Promise<void> {
	const query = new URLSearchParams({
		client_id: 'daybill-demo',
		redirect_uri: `${app}/callback`,
		response_type: 'code',
	});
	const signIn = await (await fetch(`${service}/service/auth2/auth?${query}`)).text();
	const page = await (await fetch(`${app}/cities`)).text();
	for (const html of [signIn, page]) expect(html).toContain(name);
	expect(signIn).not.toContain('Daybill');
}

/** Stops the sandbox, then ends it. Expects the app to be served, and the sandbox again at the same URL. */
async function expectSandboxToRestart(program: Program, app: string, service: string): Promise<void> {
	const [, id] = await program.untilPrinted(/^Sandbox process (\d+)$/m);
	process.kill(Number(id), 'SIGSTOP');
	expect(await statusOf(`${app}/healthz`)).toBe(200);
	process.kill(Number(id), 'SIGKILL');
	await program.untilPrinted(/^The sandbox ended with SIGKILL, and starts again\.$/m);
	await expect.poll(() => statusOf(`${service}/v2/loc/list`).catch(() => 0), { timeout: 60_000 }).toBe(200);
}

// The first start builds the web app if it is stale, which can take longer than the default timeout.
it('PORT=0 starts on free ports, under the name of the site; the app outlives a stuck sandbox, one that ends and starts again, and an error that nothing handles, and stops as usual', {
	timeout: 120_000,
}, async () => {
	const BRAND_DIR = path.resolve(import.meta.dirname, '../../examples/brands/night-shift');
	const program = start(['--import', printsId, '--import', fails, 'src/cli/start.ts'], {
		...freePorts,
		DATA_DIR: await seededFolder(),
		BRAND_DIR,
	});
	const [app, service] = [await program.urlOf('Daybill'), await program.urlOf('Sandbox')];
	await expectName('Night Shift', app, service);
	await expectSandboxToRestart(program, app, service);
	await expectToOutliveErrors(program, `${app}/healthz`, 'SIGINT');
});

it('a sandbox of its own outlives an error that nothing handles, and stops as usual', async () => {
	const DATA_DIR = await seededFolder();
	const program = start(['--import', fails, 'src/cli/sandbox.ts'], { ...freePorts, DATA_DIR });
	await expectToOutliveErrors(program, `${await program.urlOf('Sandbox')}/v2/loc/list`, 'SIGTERM');
});

it('SIGTERM to `npm start` reaches the app, and npm exits after it', { timeout: 120_000 }, async () => {
	const { command, args, shell } = npm(['start']);
	const child = spawn(command, args, {
		shell,
		detached: true,
		env: programEnvironment({ ...freePorts, DATA_DIR: await seededFolder() }),
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
	const healthz = () => statusOf(`http://127.0.0.1:${port}/healthz`);
	expect(await healthz()).toBe(200);
	child.stdout.resume();
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	expect(await ended).toEqual([0, null]);
	await expect(healthz()).rejects.toThrow();
});

it('a failed start reports the reason in one message and ends with status 1, as when its port is in use', async () => {
	const server = createServer();
	const port = await listen(server);
	onTestFinished(() => void server.close());
	const environment = { ...freePorts, DATA_DIR: await seededFolder(), PORT: String(port) };
	const program = startProgram(['src/cli/start.ts'], { environment });
	expect(await program.ended).toBe(1);
	expect(program.errors().trim().split('\n')).toEqual([expect.stringMatching(`port ${port} .*is in use`)]);
});
