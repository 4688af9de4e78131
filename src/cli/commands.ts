/** What the command `daybill` does, by its first argument. Each is also a script of package.json (`npm run …`). */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Command {
	summary: string;
	/** Imports the module that does it, which reads `process.argv`. */
	load(): Promise<unknown>;
	/** Whether it has options of its own, among them `--help`. */
	hasOptions: boolean;
}

const commands: Readonly<Record<string, Command>> = {
	start: {
		summary: 'the app and, if no service is configured, the sandbox; the same without a command',
		load: () => import('./start.ts'),
		hasOptions: false,
	},
	sandbox: {
		summary: 'a local-events service for developing clients, on SQLite',
		load: () => import('./sandbox.ts'),
		hasOptions: false,
	},
	conformance: {
		summary: 'checks any service against the specification; --help lists its options',
		load: () => import('./conformance.ts'),
		hasOptions: true,
	},
	seed: {
		summary: 'a large database for the sandbox: --db <file> [--events <n>] [--relations <n>]',
		load: () => import('./seed.ts'),
		hasOptions: true,
	},
	check: {
		summary: 'names every mistake in the settings and the brand, and tries the paging of the service',
		load: () => import('./check.ts'),
		hasOptions: false,
	},
};

const width = Math.max(...Object.keys(commands).map(({ length }) => length)) + 2;

const usage = `Usage: daybill [command]

Commands:
${Object.entries(commands)
	.map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`)
	.join('\n')}

Options:
  ${'--help'.padEnd(width)}shows this text
  ${'--version'.padEnd(width)}shows the version

Settings are environment variables, or lines of a file .env in the current folder. Data is kept in ./data unless DATA_DIR
names another folder. With PORT=0 and SANDBOX_PORT=0 free ports are taken, and printed.
Exit status: 0 success, 1 it failed or differs, 2 the command or its options are wrong.`;

function version(): string {
	const file = path.resolve(import.meta.dirname, '../../package.json');
	return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function reject(problem: string): number {
	process.stderr.write(`${problem}. daybill --help lists the commands.\n`);
	return 2;
}

/**
 * @param args of the command line, without the program
 * @returns the exit status, or undefined where the command decides it, at its end
 */
export async function run(args: readonly string[]): Promise<number | undefined> {
	const [first = 'start', ...rest] = args;
	if (['--version', '-v'].includes(first)) {
		process.stdout.write(`${version()}\n`);
		return 0;
	}
	const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
	const asksForHelp = ['--help', '-h', 'help'].includes(first) || rest.includes('--help');
	if (asksForHelp && !command?.hasOptions) {
		process.stdout.write(`${usage}\n`);
		return 0;
	}
	if (command === undefined) return reject(`There is no command ${first}`);
	if (!command.hasOptions && rest.length > 0) return reject(`${first} takes no ${rest.join(' ')}`);
	if (existsSync('.env')) process.loadEnvFile('.env');
	process.argv.splice(2, args.length, ...rest);
	await command.load();
	return process.exitCode === undefined ? undefined : Number(process.exitCode);
}
