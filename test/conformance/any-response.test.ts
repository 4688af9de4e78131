import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WireResponse } from '../../src/conformance/call.ts';
import { CannotRun } from '../../src/conformance/call.ts';
import { formatFinding, reportJunit } from '../../src/conformance/report.ts';
import { battery, runConformance } from '../../src/conformance/run.ts';

const application = {
	clientId: 'key',
	clientSecret: 'secret',
	redirectUri: 'https://client.example/callback',
};

/** Bodies that resemble those of the specification, with arbitrary JSON values. */
const elements = fc.array(fc.record({ id: fc.oneof(fc.string(), fc.jsonValue()), owner: fc.jsonValue() }));
const fields = fc.constantFrom(
	...['code', 'msg', 'request', 'id', 'owner', 'access_token', 'begin_time', 'end_time'],
	...['total', 'start', 'count', 'events', 'users', 'locs'],
);
const body = fc.oneof(fc.jsonValue(), fc.dictionary(fields, fc.oneof(fc.jsonValue(), elements)));

/** Whether a text has no traces of missing values, such as `undefined`. */
const isReadable = (text: string) =>
	!/got nothing|\bundefined\b|\bNaN\b|\[object|got $|expected ;/.test(text);

const response = fc
	.record({
		status: fc.constantFrom(200, 202, 400, 404, 500),
		headers: fc.constant([['X-Ratelimit-Limit', 'many']] as const),
		text: fc.oneof(
			body.map((value) => JSON.stringify(value)),
			fc.string({ unit: 'binary' }),
		),
	})
	.filter(({ text }) => isReadable(text));

it('the conformance check reaches a verdict on every check, whatever a service sends', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 8 }), async (responses) => {
			let calls = 0;
			const transport = async (): Promise<WireResponse> => {
				calls += 1;
				return responses[calls % responses.length] ?? { status: 200, headers: [], text: '' };
			};
			const report = await runConformance({
				baseUrl: 'https://service.example',
				authUrl: 'https://service.example',
				application,
				token: 'token',
				readOnlyToken: 'read-only',
				refreshToken: 'refresh',
				code: 'code',
				write: true,
				transport,
			}).catch((error: unknown) => {
				// When the service rejects the tester's own token or application, the run ends.
				if (error instanceof CannotRun) return undefined;
				throw error;
			});
			if (report === undefined) return;
			expect(report.results.length).toBe(battery.length);
			const texts = report.results
				.flatMap(({ findings }) => findings)
				.map((finding) => formatFinding(finding)?.split('\n')[0] ?? '');
			expect(texts.filter((text) => !isReadable(text))).toEqual([]);
			expect(JSON.stringify(texts)).not.toMatch(/\\u00[01]|\\ud[89a-f]/);
			expect(reportJunit(report).isWellFormed()).toBe(true);
		}),
		{ numRuns: 20 },
	);
});
