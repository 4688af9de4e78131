/**
 * Runs the Dockerfile's steps on a machine without a Docker engine: an empty folder for each stage, another user
 * (`nobody`, when started as root), the Node of this package first in PATH, the app's files made read-only, and
 * then the image's own command and health check. It installs packages, so it is a command and not a test:
 * `node test/container-steps.ts`. Exit status 0 when /healthz responded and the process stopped cleanly.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	chownSync,
	copyFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Instruction, readCommand, readCopy, readStages } from './dockerfile.ts';
import { freePort } from './free-port.ts';

const root = path.resolve(import.meta.dirname, '..');
const place = mkdtempSync(path.join(tmpdir(), 'daybill-container-'));
const isRoot = process.getuid?.() === 0;
/** Debian's `nobody` and `nogroup`. */
const other = { uid: 65_534, gid: 65_534 };

/** The folder on this machine for an absolute path in a stage. */
const inStage = (stage: string, file: string) => path.join(place, stage, file);

const npm = (name: string) =>
	execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', cwd: root }).trim();

function prepare(): NodeJS.ProcessEnv {
	chmodSync(place, 0o755);
	const [bin, home] = [path.join(place, 'bin'), path.join(place, 'home')];
	for (const folder of [bin, home]) mkdirSync(folder);
	copyFileSync(process.execPath, path.join(bin, 'node'));
	if (isRoot) chownSync(home, other.uid, other.gid);
	return {
		PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
		HOME: home,
		// The machine's registry and certificates, which the network of a builder would provide.
		npm_config_registry: npm('registry'),
		npm_config_update_notifier: 'false',
		...Object.fromEntries(
			Object.entries(process.env).filter(([name]) =>
				/^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
			),
		),
	};
}

/** The command and arguments that run as the other user. */
const asOther = (command: readonly string[]): [string, string[]] =>
	isRoot
		? ['setpriv', [`--reuid=${other.uid}`, `--regid=${other.gid}`, '--clear-groups', '--', ...command]]
		: [command[0] ?? '', command.slice(1)];

const own = (file: string) => {
	if (isRoot) execFileSync('chown', ['-R', `${other.uid}:${other.gid}`, file]);
};

function copy(stage: string, workDir: string, text: string): void {
	const { from, sources, to } = readCopy(text);
	const target = inStage(stage, path.posix.resolve(workDir, to));
	for (const source of sources) {
		const origin = from === undefined ? path.join(root, source) : inStage(from, source);
		const isFolder = to.endsWith('/') || sources.length > 1;
		const into = isFolder ? path.join(target, path.basename(source)) : target;
		cpSync(origin, into, {
			recursive: true,
			preserveTimestamps: true,
			verbatimSymlinks: true,
			filter: (file) => !file.includes('/src/web/i18n/generated'),
		});
		own(into);
	}
}

/** Runs the steps of one stage. @returns its working directory and its environment */
function build(stage: string, instructions: readonly Instruction[], base: NodeJS.ProcessEnv) {
	let workDir = '/';
	const environment = { ...base };
	for (const { keyword, text } of instructions) {
		console.log(`[${stage}] ${keyword} ${text.slice(0, 100)}`);
		if (keyword === 'WORKDIR') {
			workDir = text;
			mkdirSync(inStage(stage, workDir), { recursive: true });
			own(inStage(stage, workDir));
		} else if (keyword === 'ENV') {
			for (const pair of text.split(' ')) {
				const [name = '', value = ''] = pair.split('=');
				environment[name] = value;
			}
		} else if (keyword === 'COPY') copy(stage, workDir, text);
		else if (keyword === 'RUN') {
			// The image's user `node` is the other user here, and absolute paths are inside the stage's folder.
			const command = text
				.replace('-o node -g node ', '')
				.replace(/(?<= )\/(?=\w)/g, `${path.join(place, stage)}/`);
			own(path.join(place, stage));
			const [program, args] = asOther(['sh', '-c', command]);
			const { status } = spawnSync(program, args, {
				cwd: inStage(stage, workDir),
				env: environment,
				stdio: 'inherit',
			});
			if (status !== 0) throw new Error(`RUN ${text} ended with ${status}`);
		}
	}
	return { workDir: inStage(stage, workDir), environment };
}

interface Bom {
	bomFormat: string;
	components: { name: string }[];
}

/** Starts the image's command, waits for its health check, reads a page, and stops it. */
async function runImage(
	instructions: readonly Instruction[],
	workDir: string,
	environment: NodeJS.ProcessEnv,
	stage: string,
): Promise<void> {
	const textOf = (keyword: string) =>
		instructions.findLast((instruction) => instruction.keyword === keyword)?.text ?? '';
	const port = await freePort();
	const env = {
		...environment,
		PORT: String(port),
		HOST: '127.0.0.1',
		DATA_DIR: inStage(stage, environment.DATA_DIR ?? '/data'),
		SANDBOX_PORT: String(await freePort()),
	};
	execFileSync('chmod', ['-R', 'a-w', workDir]);
	const [program, args] = asOther(readCommand(textOf('CMD')));
	const child = spawn(program, args, { cwd: workDir, env, stdio: ['ignore', 'inherit', 'inherit'] });
	const ended = once(child, 'exit');
	try {
		const [checker, checkArgs] = asOther(readCommand(textOf('HEALTHCHECK')));
		const deadline = Date.now() + 60_000;
		while (spawnSync(checker, checkArgs, { cwd: workDir, env }).status !== 0) {
			if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
			if (Date.now() > deadline) throw new Error('/healthz did not respond within a minute');
			await wait(500);
		}
		console.log('The health check passes.');
		const page = await fetch(`http://127.0.0.1:${port}/`);
		if (page.status !== 200 || !(await page.text()).includes('<script type="module"'))
			throw new Error(`the first page has status ${page.status}`);
		console.log('The first page is there.');
		const bom = JSON.parse(readFileSync(path.join(workDir, 'sbom.cdx.json'), 'utf8')) as Bom;
		if (bom.bomFormat !== 'CycloneDX' || !bom.components.some(({ name }) => name === 'fastify'))
			throw new Error('sbom.cdx.json does not list what is inside');
		console.log(`The list of what is inside names ${bom.components.length} packages.`);
	} finally {
		child.kill('SIGTERM');
		const [status] = (await ended) as [number | null];
		console.log(`Stopped with status ${status}.`);
		if (status !== 0) process.exitCode = 1;
	}
}

try {
	const base = prepare();
	const stages = readStages(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
	for (const { name, instructions } of stages) {
		const { workDir, environment } = build(name, instructions, base);
		if (name === stages.at(-1)?.name) await runImage(instructions, workDir, environment, name);
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
} finally {
	rmSync(place, { recursive: true, force: true });
}
