/** `npm run conformance`: the conformance check as a command; `--help` lists its options. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CannotRun } from '../conformance/call.ts';
import { reportJunit, reportTable } from '../conformance/report.ts';
import { type ConformanceOptions, runConformance } from '../conformance/run.ts';
import { reasonOf } from './run.ts';

const usage = `Usage: npm run conformance -- --base-url <url> --auth-url <url> [options]

Checks a service against the local-events specification, and reports section by section. With the two URLs alone it reads
what the service shows without a token, and changes nothing.

  --base-url <url>           {base_url} of the service, without /v2
  --auth-url <url>           {auth_url} of the service, without /service/auth2

Options that let it check more:
  --client-id <key>          a registered application, for the checks of the authorization and token endpoints;
  --client-secret <secret>   the three go together
  --redirect-uri <url>       exactly as registered
  --token-params body        the token endpoint reads a form, not the query string
  --code <code>              a fresh authorization code of the application, with both scopes: the check exchanges it, makes
                             its calls with the new tokens, and sends the code once more at the end
  --token <token>            an access token with both scopes: calls with a token, and the headers of the hourly limits.
                             Not used with --code
  --user <id>                the user of --token, to check the user's own lists; not needed with --code
  --write                    also joins, leaves, wishes and unwishes one event, and restores its state. Needs --code or
                             --token
  --read-only-token <token>  a second token of the same user with the scope event_basic_r only: with --write, no write is
                             accepted with it
  --refresh-token <token>    the refresh token of --token; not used with --code. With --write and an application: while the
                             access token is valid, a refresh fails with 124; after it has expired, the refresh token is used
                             up: it works once, and not with a wrong secret

Other options:
  --loc <id>                 a city that has events; by default the first one of the city list
  --pause <ms>               between calls, for a service with a small hourly limit; by default 0. A full run makes 200 to
                             300 calls
  --json <file>              writes the report as JSON
  --junit <file>             writes the report as JUnit XML, for CI servers
  --all                      also lists what conforms and what was not tried
  --help                     shows this text

Secrets, tokens and codes may be given as @file, to keep them out of the process list. A value that starts with a
dash is given as --token=-abc, with an equals sign.

Each check ends with one verdict: conforms; differs, with the request as a curl command, the section, what was expected and
what was received; open, where the specification leaves it open, with what the service does; not tried, with what it needs.
Exit status: 0 the service conforms, 1 it differs, 2 the check cannot run, or finds no cities or events to check (the
message says what to change).`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				'base-url': text,
				'auth-url': text,
				'client-id': text,
				'client-secret': text,
				'redirect-uri': text,
				'token-params': text,
				code: text,
				token: text,
				'read-only-token': text,
				'refresh-token': text,
				user: text,
				loc: text,
				write: flag,
				pause: text,
				json: text,
				junit: text,
				all: flag,
				help: flag,
			},
		}).values;
	} catch (error) {
		throw new CannotRun(`${reasonOf(error)}. --help lists the options.`, { cause: error });
	}
}

function url(name: string, value: string | undefined): string {
	if (value === undefined) throw new CannotRun(`--${name} is missing`);
	const parsed = URL.parse(value);
	if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '')
		throw new CannotRun(`--${name}: expected an http(s) URL without query, got ${value}`);
	return parsed.href.replace(/(?<!\/)\/+$/, '');
}

/** The value itself, or the content of the file if it is given as `@file`. */
function secret(name: string, value: string | undefined): string | undefined {
	if (value?.startsWith('@') !== true) return value;
	try {
		return readFileSync(value.slice(1), 'utf8').trim();
	} catch (error) {
		throw new CannotRun(`--${name}: cannot read ${value.slice(1)}`, { cause: error });
	}
}

/** Reads the command line. @throws CannotRun */
export function readArguments(args: readonly string[]) {
	const { json, junit, all, ...values } = parse(args);
	const { 'client-id': clientId, 'redirect-uri': redirectUri } = values;
	const clientSecret = secret('client-secret', values['client-secret']);
	const application =
		clientId === undefined || clientSecret === undefined || redirectUri === undefined
			? undefined
			: { clientId, clientSecret, redirectUri };
	if (application === undefined && (clientId ?? clientSecret ?? redirectUri) !== undefined)
		throw new CannotRun('--client-id, --client-secret and --redirect-uri go together');
	const { 'token-params': tokenParams = 'query' } = values;
	if (tokenParams !== 'query' && tokenParams !== 'body')
		throw new CannotRun(`--token-params: expected query or body, got ${tokenParams}`);
	const token = secret('token', values.token);
	const readOnlyToken = secret('read-only-token', values['read-only-token']);
	if (readOnlyToken !== undefined && readOnlyToken === token)
		throw new CannotRun('--read-only-token: expected a different token from --token');
	const pause = values.pause ?? '0';
	if (!/^\d{1,7}$/.test(pause)) throw new CannotRun(`--pause: expected milliseconds, got ${pause}`);
	const options: ConformanceOptions = {
		baseUrl: url('base-url', values['base-url']),
		authUrl: url('auth-url', values['auth-url']),
		application,
		tokenParams,
		token,
		readOnlyToken,
		refreshToken: secret('refresh-token', values['refresh-token']),
		code: secret('code', values.code),
		userId: values.user,
		locId: values.loc,
		write: values.write,
		pause: Number(pause),
	};
	return { options, json, junit, all };
}

/** Writes a report if its option is set. @throws CannotRun if the file isn't writable */
async function write(option: string, file: string | undefined, report: () => string): Promise<void> {
	if (file === undefined) return;
	await writeFile(file, report()).catch((error: unknown) => {
		throw new CannotRun(`--${option}: the report cannot be written (${reasonOf(error)})`, { cause: error });
	});
}

/** @returns the exit status: 0 conforms, 1 differs, 2 could not run */
export async function conformance(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		console.log(usage);
		return 0;
	}
	try {
		const command = readArguments(args);
		const report = await runConformance(command.options);
		console.log(reportTable(report, command.all));
		await write('json', command.json, () => `${JSON.stringify(report, null, '\t')}\n`);
		await write('junit', command.junit, () => reportJunit(report));
		if (report.counts.differs > 0) return 1;
		if (report.lacks === undefined) return 0;
		throw new CannotRun(`The service lists no ${report.lacks}: pass --loc, the id of a city that has events`);
	} catch (error) {
		console.error(error instanceof CannotRun ? error.message : error);
		return 2;
	}
}
