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
			fc.property(text, text, (path, header) => {
				const url = `https://api.example/${path}`;
				const command = curlCommand({ ...get, url, headers: { x: header } }, none);
				expect(argumentsOf(command)).toEqual(['curl', '-i', '-H', `x: ${header}`, url]);
			}),
			{ numRuns: 40 },
		);
	});
});
