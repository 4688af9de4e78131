/** What users get when they install the package `daybill`: as npm packs it, installed into an empty folder. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from '../program.ts';
import { npm } from './npm.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function runNpm(cwd: string, args: readonly string[]): Promise<string> {
	const start = npm(args);
	const { stdout } = await promisify(execFile)(start.command, start.args, {
		cwd,
		shell: start.shell,
		maxBuffer: 16 * 1024 * 1024,
	});
	return stdout;
}

/** Packs this project, which is built, and installs the tarball with its runtime dependencies from the npm registry. */
async function installPackage() {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-package-'));
	const printed = await runNpm(root, ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
	const [packed] = JSON.parse(printed) as [{ filename: string; files: { path: string }[] }];
	await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
	const tarball = path.join(folder, packed.filename);
	await runNpm(folder, ['install', '--omit=dev', '--no-audit', '--no-fund', tarball]);
	return {
		folder,
		/** Files of the tarball, with their paths inside it. */
		files: packed.files.map((file) => file.path),
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}

/** @param folder in which it is installed */
function daybillIn(folder: string) {
	const file = path.join(folder, 'node_modules/daybill/lib/cli/daybill.js');
	const start = (
		args: readonly string[],
		{ environment, nodeArgs = [] }: { environment?: Record<string, string>; nodeArgs?: readonly string[] },
	) => startProgram([...nodeArgs, file, ...args], { folder, ...(environment && { environment }) });
	return {
		/** Runs it until it exits. @returns the exit status and everything that it printed */
		async run(args: readonly string[], options: { nodeArgs?: readonly string[] } = {}) {
			const program = start(args, options);
			return { status: await program.ended, printed: program.output() };
		},
		/** Runs it until it prints this URL. @returns the URL, and a function that stops it like Ctrl-C */
		async serve(args: readonly string[], environment: Record<string, string>, name: string) {
			const program = start(args, { environment });
			return { url: await program.urlOf(name), stop: () => program.stop('SIGINT') };
		},
	};
}

let installed: Awaited<ReturnType<typeof installPackage>>;
let daybill: ReturnType<typeof daybillIn>;

beforeAll(async () => {
	installed = await installPackage();
	daybill = daybillIn(installed.folder);
});
afterAll(() => installed.remove());

const freePorts = { PORT: '0', SANDBOX_PORT: '0', SANDBOX_DB: ':memory:' };

it('the package contains the built app, JavaScript and the licenses, and nothing for development', async () => {
	const { files, folder } = installed;
	for (const file of [
		'dist/web/index.html',
		'dist/web/sw.js',
		'lib/cli/daybill.js',
		'fonts/fonts.conf',
		'fonts/OFL.txt',
		'dist/web/.vite/license.md',
		'docs/contract/bff-api.md',
		'docs/contract/daybill.md',
		'docs/contract/daybill.readevent.md',
		'LICENSE',
	])
		expect(files).toContain(file);
	expect(files.filter((file) => /^(src|test)\/|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
	const packages = await readdir(path.join(folder, 'node_modules'));
	for (const each of ['vite', 'typescript', 'vitest', 'node', 'puppeteer-core'])
		expect(packages).not.toContain(each);
});

describe('daybill', () => {
	it('runs by its name', async () => {
		const name = path.join(installed.folder, 'node_modules/.bin/daybill');
		const shell = process.platform === 'win32';
		const { stdout } = await promisify(execFile)(shell ? `"${name}"` : name, ['--version'], { shell });
		const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
			version: string;
		};
		expect(stdout).toBe(`${version}\n`);
	});

	it('prints in one line which Node it needs, when run on an older one', async () => {
		const pretend =
			"data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})";
		const { status, printed } = await daybill.run(['--version'], { nodeArgs: ['--import', pretend] });
		expect([status, printed]).toEqual([1, 'Daybill needs Node 24 or newer; this is Node 20.19.0.\n']);
	});

	it('starts the app with the sandbox, renders pages and processes images', async () => {
		const { url, stop } = await daybill.serve([], freePorts, 'Daybill');
		const page = await (await fetch(`${url}/cities/beijing?day_type=week`)).text();
		expect(page).toMatch(/<article/);
		const [, script = ''] = /(\/assets\/[\w.-]+\.js)/.exec(page) ?? [];
		expect((await fetch(url + script)).status).toBe(200);
		// The poster needs the decoder, which is a process of its own.
		const [, image = ''] = /src="(\/images\/[^"]+)"/.exec(page) ?? [];
		const poster = await fetch(url + image.replaceAll('&amp;', '&'));
		expect(poster.headers.get('content-type')).toBe('image/webp');
		expect(await stop()).toBe(0);
	});

	it('starts only the sandbox, and finds that it conforms', async () => {
		const { url, stop } = await daybill.serve(['sandbox'], freePorts, 'Sandbox');
		const urls = ['--base-url', url, '--auth-url', url];
		const { status, printed } = await daybill.run(['conformance', ...urls]);
		expect([status, printed]).toEqual([0, expect.stringMatching(/^\d+ conform, /m)]);
		expect(await stop()).toBe(0);
	});

	it('checks the settings, including those in a .env file', async () => {
		expect(await daybill.run(['check'])).toMatchObject({ status: 0 });
		await writeFile(path.join(installed.folder, '.env'), 'PORT=eighty\nOAUTH_PKCE=maybe\n');
		const { status, printed } = await daybill.run(['check']);
		expect(status).toBe(1);
		expect(printed).toMatch(/PORT: expected/);
		expect(printed).toMatch(/OAUTH_PKCE: expected/);
	});
});

it('daybill/contract reads responses, with types', async () => {
	const { folder } = installed;
	const program = `import { type Event, operations, readEvent, resourceSchemas } from 'daybill/contract';
		const event: Event = readEvent({ id: '1', title: 'x' });
		// @ts-expect-error: it is a text
		const id: number = event.id;
		console.log(typeof id, operations.listEvents.method, Object.keys(resourceSchemas).length > 0);`;
	await writeFile(path.join(folder, 'client.mts'), program);
	const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', 'client.mts'];
	const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
	await promisify(execFile)(process.execPath, [tsc, ...options], { cwd: folder });
	const { stdout } = await promisify(execFile)(process.execPath, ['client.mts'], { cwd: folder });
	expect(stdout).toBe('string GET true\n');
});
