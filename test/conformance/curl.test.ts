import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlCommand } from '../../src/conformance/call.ts';

const none = new Map<string, string>();
const get = { method: 'GET', headers: {}, body: undefined };

/** The arguments that a shell splits a command into. */
const argumentsOf = (command: string, environment: Record<string, string> = {}): string[] =>
	execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8', env: environment })
		.split('\0')
		.slice(0, -1);

describe('the curl command of a finding', () => {
	it('contains shell variables instead of secrets, wherever they are sent', () => {
		const secrets = new Map([
			['s3cret & more', 'CLIENT_SECRET'],
			['t0ken', 'TOKEN'],
		]);
		const query = new URLSearchParams({ client_id: 'key', client_secret: 's3cret & more' });
		const command = curlCommand(
			{
				method: 'POST',
				url: `https://auth.example/token?${query}`,
				headers: { authorization: 'Bearer t0ken' },
				body: query,
			},
			secrets,
		);
		expect(command).not.toMatch(/s3cret|t0ken/);
		expect(argumentsOf(command, { CLIENT_SECRET: '1', TOKEN: '2' })).toEqual([
			'curl',
			'-i',
			'-X',
			'POST',
			'-H',
			'authorization: Bearer 2',
			'-d',
			'client_id=key&client_secret=1',
			'https://auth.example/token?client_id=key&client_secret=1',
		]);
	});

	it('is safe to paste, whatever a URL or a value contains', () => {
		const text = fc.string({ unit: fc.constantFrom('a', "'", '"', '$', '`', '\\', '!', ' ', '(', ';') });
		fc.assert(
			// Many in one shell, since each process takes a while to start.
			fc.property(fc.array(fc.tuple(text, text), { minLength: 20 }), (all) => {
				const calls = all.map(([path, x]) => ({
					...get,
					url: `https://api.example/${path}`,
					headers: { x },
				}));
				const commands = calls.map((call) => curlCommand(call, none));
				expect(argumentsOf(commands.join(' '))).toEqual(
					calls.flatMap(({ url, headers: { x } }) => ['curl', '-i', '-H', `x: ${x}`, url]),
				);
			}),
			{ numRuns: 3 },
		);
	});
});
