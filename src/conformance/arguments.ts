/** The command line of the conformance check. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ConformanceOptions } from './run.ts';

export const usage = `Usage: npm run conformance -- --base-url <url> --auth-url <url> [options]

Checks a service against the local-events specification, and reports section by section.

  --base-url <url>           {base_url} of the service, without /v2
  --auth-url <url>           {auth_url} of the service
  --client-id <key>          a registered application, for the checks of the authorization endpoints;
  --client-secret <secret>   all three go together
  --redirect-uri <url>
  --code <code>              a fresh authorization code of the application; it is exchanged, and its tokens are used
  --token <access token>     for the checks of calls with a token
  --refresh-token <token>    used with --write: fails with 124 before the access token has expired, else it is used up
  --user <id>                the token's user
  --loc <id>                 a city that has events; defaults to one of the city list
  --write                    also joins, leaves, wishes and unwishes one event, and puts it back as it was
  --pause <ms>               between calls, for a service with a small hourly limit
  --timeout <ms>             for each call, defaults to 15000
  --json <file>              writes the report as JSON
  --junit <file>             writes the report as JUnit XML
  --all                      also lists what conforms

Secrets, tokens and codes may be given as @file, so that they are not in the list of processes.
Exit status: 0 the service conforms, 1 it differs, 2 the check cannot run.`;

/** The command line is wrong; the message says why. */
export class ArgumentError extends Error {
	override readonly name = 'ArgumentError';
}

export interface Command {
	readonly help: boolean;
	readonly options: ConformanceOptions;
	readonly json: string | undefined;
	readonly junit: string | undefined;
	readonly all: boolean;
}

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
				code: text,
				token: text,
				'refresh-token': text,
				user: text,
				loc: text,
				write: flag,
				pause: text,
				timeout: text,
				json: text,
				junit: text,
				all: flag,
				help: flag,
			},
		}).values;
	} catch (error) {
		throw new ArgumentError(error instanceof Error ? error.message : String(error), { cause: error });
	}
}

function url(name: string, value: string | undefined): string {
	if (value === undefined) throw new ArgumentError(`--${name} is missing`);
	const parsed = URL.parse(value);
	if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '')
		throw new ArgumentError(`--${name}: expected an http(s) URL without query, got ${value}`);
	return parsed.href.replace(/(?<!\/)\/+$/, '');
}

function milliseconds(name: string, value: string | undefined, fallback: number): number {
	if (value === undefined) return fallback;
	if (!/^\d{1,7}$/.test(value)) throw new ArgumentError(`--${name}: expected milliseconds, got ${value}`);
	return Number(value);
}

/** A value, or the content of a file that is given as `@file`. */
function secret(name: string, value: string | undefined): string | null {
	if (value === undefined) return null;
	if (!value.startsWith('@')) return value;
	try {
		return readFileSync(value.slice(1), 'utf8').trim();
	} catch (error) {
		throw new ArgumentError(`--${name}: cannot read ${value.slice(1)}`, { cause: error });
	}
}

/** @param args without the path of the script. @throws ArgumentError */
export function readArguments(args: readonly string[]): Command {
	const values = parse(args);
	const { json, junit, all, help } = values;
	if (help) return { help, options: { baseUrl: '', authUrl: '' }, json, junit, all };
	const parts = [values['client-id'], values['client-secret'], values['redirect-uri']];
	const given = parts.filter((part) => part !== undefined).length;
	if (given !== 0 && given !== parts.length)
		throw new ArgumentError('--client-id, --client-secret and --redirect-uri go together');
	return {
		help,
		json,
		junit,
		all,
		options: {
			baseUrl: url('base-url', values['base-url']),
			authUrl: url('auth-url', values['auth-url']),
			application:
				given === 0
					? null
					: {
							clientId: values['client-id'] ?? '',
							clientSecret: secret('client-secret', values['client-secret']) ?? '',
							redirectUri: values['redirect-uri'] ?? '',
						},
			token: secret('token', values.token),
			refreshToken: secret('refresh-token', values['refresh-token']),
			code: secret('code', values.code),
			userId: values.user ?? null,
			locId: values.loc ?? null,
			write: values.write,
			pause: milliseconds('pause', values.pause, 0),
			timeout: milliseconds('timeout', values.timeout, 15_000),
		},
	};
}
