#!/usr/bin/env node
/**
 * The command `daybill`, also used by `npm start`. This file must run on older Node versions, to tell users
 * to upgrade, so it imports only what exists there.
 */
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../..', import.meta.url);
const { version, engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
	version: string;
	engines: { node: string };
};
const neededNode = Number.parseInt(engines.node.replace('>=', ''), 10);

/** Each command imports its module when it runs; for start and sandbox, the import itself starts them. */
const commands: Readonly<Record<string, (...options: string[]) => Promise<unknown>>> = {
	start: () => import('./start.ts'),
	sandbox: () => import('./sandbox.ts'),
	conformance: async (...options) => {
		process.exitCode = await (await import('./conformance.ts')).conformance(options);
	},
	import: async (...options) => (await import('./import.ts')).importCalendar(options),
	check: async () => (await import('./check/check.ts')).check(),
	backup: async (file = '') => (await import('./backup.ts')).backup(file),
	restore: async (file = '') => (await import('./backup.ts')).restore(file),
	forget: async (user = '') => (await import('./forget.ts')).forget(user),
};

const argumentOf: Readonly<Record<string, string>> = { backup: 'FILE', restore: 'FILE', forget: 'USER' };

const usage = `Usage: daybill [command]

Commands:
  start        starts the app and, if no service is configured, the sandbox (default)
  sandbox      a local-events service for developing clients, on SQLite
  conformance  checks any service against the specification; --help lists its options
  import       imports calendars into the sandbox: FILE-OR-URL... --city NAME... [--zone ZONE] [--every 1h] [--only]
               [--force: although much can't be read, or most would be removed]
               [--charset NAME: the text encoding of the file]
  check        tests the settings, the brand and the service, and says how to fix each mistake
  backup FILE  writes all data to one archive, even while Daybill runs
  restore FILE restores an archive into an empty DATA_DIR
  forget USER  deletes what Daybill stores about a person, by their id at the service

Options:
  --help       shows this text
  --version    shows the version

Settings are environment variables, or lines of a file .env in the current folder. Data is stored in ./data unless DATA_DIR
names another folder. With PORT=0 and SANDBOX_PORT=0, Daybill picks free ports and prints them.
Exit status: 0 success, 1 failure or a service that differs, 2 wrong command or options.`;

function reject(problem: string): void {
	console.error(`${problem}. daybill --help lists the commands.`);
	process.exitCode = 2;
}

async function run(name = 'start', ...options: string[]): Promise<void> {
	if (['--version', '-v'].includes(name)) return console.log(version);
	if (['--help', '-h', 'help'].includes(name)) return console.log(usage);
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (command === undefined) return reject(`Unknown command ${name}`);
	if (name !== 'conformance' && options.includes('--help')) return console.log(usage);
	const [argument = '', ...others] = argumentOf[name] === undefined ? ['', ...options] : options;
	if (argument === '' && argumentOf[name] !== undefined) return reject(`${name} needs ${argumentOf[name]}`);
	if (!['conformance', 'import'].includes(name) && others.length > 0)
		return reject(`${name} takes no ${others.join(' ')}`);
	// Lets the next start skip stripping types and compiling.
	module.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/daybill', root)));
	if (existsSync('.env')) process.loadEnvFile('.env');
	await command(...options);
}

if (Number.parseInt(process.versions.node, 10) < neededNode) {
	console.error(`Daybill needs Node ${neededNode} or newer; this is Node ${process.versions.node}.`);
	process.exitCode = 1;
} else await run(...process.argv.slice(2));
