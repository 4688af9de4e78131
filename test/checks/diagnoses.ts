/** What a machine needs for running and testing Daybill, each with what was found and the remedy. */
import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings, SettingsError } from '../../src/cli/settings.ts';
import { isWebBuildStale } from '../../src/cli/web-build.ts';
import { type Environment, findProgram, type Program, remedyOf } from './programs.ts';

export interface Diagnosis {
	subject: string;
	/** `note`: nothing is needed, but it is good to know. */
	state: 'well' | 'note' | 'missing';
	/** What was found, and where something is missing what to do. */
	text: string;
}

/** What is looked at. */
export interface Machine {
	/** Folder of package.json. */
	root: string;
	environment: Environment;
	/** Programs that the tests start, by a name for people. */
	programs: Readonly<Record<string, Program>>;
	/** Version of Node that runs this. */
	nodeVersion?: string;
}

/** Bytes that packages, build, browser profiles and data of a whole test run need. */
const neededDisk = 1_000_000_000;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function ofNode({ root, nodeVersion = process.versions.node }: Machine): Promise<Diagnosis> {
	const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
		engines: { node: string };
	};
	const needed = Number(/\d+/.exec(engines.node)?.[0]);
	return Number(nodeVersion.split('.')[0]) >= needed
		? { subject: 'Node', state: 'well', text: nodeVersion }
		: {
				subject: 'Node',
				state: 'missing',
				text: `${nodeVersion}, and ${needed} is needed. Start it by npm, whose scripts use the Node of this project.`,
			};
}

/** npm notes in node_modules which lock file it has installed. */
async function ofPackages({ root }: Machine): Promise<Diagnosis> {
	const packagesOf = async (file: string) => {
		const { packages } = JSON.parse(await readFile(path.join(root, file), 'utf8')) as {
			packages: Record<string, { version?: string; optional?: boolean }>;
		};
		return packages;
	};
	const remedy = 'Run `npm ci`.';
	try {
		const [wanted, installed] = await Promise.all([
			packagesOf('package-lock.json'),
			packagesOf('node_modules/.package-lock.json'),
		]);
		const different = Object.entries(wanted).filter(
			([name, { version, optional }]) =>
				name !== '' && installed[name]?.version !== version && !(optional === true && !(name in installed)),
		);
		return different.length === 0
			? { subject: 'Packages', state: 'well', text: `${Object.keys(installed).length} installed` }
			: {
					subject: 'Packages',
					state: 'missing',
					text: `${different.length} differ from package-lock.json. ${remedy}`,
				};
	} catch (error) {
		return { subject: 'Packages', state: 'missing', text: `${textOf(error)}. ${remedy}` };
	}
}

function portIsFree(port: number, host: string): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, host, () => server.close(() => resolve(true)));
	});
}

async function ofPort(name: string, port: number, host: string): Promise<Diagnosis> {
	const subject = `Port ${port}`;
	if (port === 0) return { subject: name, state: 'well', text: 'any free port' };
	return (await portIsFree(port, host))
		? { subject, state: 'well', text: `free (${name})` }
		: {
				subject,
				state: 'missing',
				text: `in use or not allowed on ${host}. Stop the process that uses it, or set ${name}; 0 takes any free port.`,
			};
}

async function ofDisk(subject: string, folder: string): Promise<Diagnosis> {
	const { bavail, bsize } = await statfs(folder);
	const gigabytes = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
	return bavail * bsize >= neededDisk
		? { subject, state: 'well', text: `${gigabytes} in ${folder}` }
		: { subject, state: 'missing', text: `${gigabytes} in ${folder}, and 1 GB is needed. Free some of it.` };
}

async function ofKeys(dataDir: string, given: readonly string[]): Promise<Diagnosis> {
	const subject = 'Session keys';
	if (given.length > 0) return { subject, state: 'well', text: `${given.length} in SESSION_KEYS` };
	const file = path.join(dataDir, 'session.key');
	const key = await readFile(file, 'utf8').catch(() => undefined);
	if (key === undefined)
		return {
			subject,
			state: 'note',
			text: `the first start writes one to ${file}; several processes need SESSION_KEYS`,
		};
	return Buffer.from(key.trim(), 'base64url').length === 32
		? { subject, state: 'well', text: file }
		: {
				subject,
				state: 'missing',
				text: `${file} has no key of 32 bytes. Restore it from a backup, or delete it and sign everybody out.`,
			};
}

async function ofSettings({ root, environment }: Machine): Promise<Diagnosis[]> {
	try {
		const { bff, sandbox } = readSettings(environment);
		return [
			{ subject: 'Settings', state: 'well', text: sandbox.enabled ? 'with the sandbox' : bff.eventsBaseUrl },
			await ofPort('PORT', bff.port, bff.host),
			...(sandbox.enabled ? [await ofPort('SANDBOX_PORT', sandbox.port, sandbox.host)] : []),
			await ofKeys(path.resolve(root, bff.dataDir), bff.sessionKeys),
		];
	} catch (error) {
		if (!(error instanceof SettingsError)) throw error;
		return error.problems.map((text) => ({ subject: 'Settings', state: 'missing', text }));
	}
}

function ofProgram(subject: string, program: Program, environment: Environment): Diagnosis {
	const file = findProgram(program, environment);
	return file === undefined
		? { subject, state: 'missing', text: `not found; the tests need it. ${remedyOf([program], environment)}` }
		: { subject, state: 'well', text: file };
}

async function ofBuild({ root }: Machine): Promise<Diagnosis> {
	return (await isWebBuildStale(root, path.join(root, 'dist/web')))
		? { subject: 'Web app', state: 'note', text: 'not built since the last change; the next start builds it' }
		: { subject: 'Web app', state: 'well', text: 'built' };
}

/** Looks at everything, and changes nothing. */
export async function diagnose(machine: Machine): Promise<Diagnosis[]> {
	const { root, environment, programs } = machine;
	return [
		await ofNode(machine),
		await ofPackages(machine),
		...Object.entries(programs).map(([subject, program]) => ofProgram(subject, program, environment)),
		await ofDisk('Disk', root),
		await ofDisk('Disk for tests', tmpdir()),
		...(await ofSettings(machine)),
		await ofBuild(machine),
	];
}
