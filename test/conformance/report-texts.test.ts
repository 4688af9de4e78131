import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/conformance/check.ts';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { hideSecrets, reportTable } from '../../src/conformance/report.ts';
import { runConformance } from '../../src/conformance/run.ts';
import { shareTestSandbox } from '../sandbox/start-sandbox.ts';
import { at, body, eventField, otherCode, paths } from './mutants/changes.ts';
import { type Mutant, shareMutatingProxy } from './mutating-proxy.ts';

const sandbox = shareTestSandbox();
const proxied = shareMutatingProxy(() => sandbox().origin);

/** The differences that some checks find at a changed service. */
async function differences(mutant: Pick<Mutant, 'response'>, only: readonly string[]) {
	const origin = proxied(mutant);
	const report = await runConformance({ baseUrl: origin, authUrl: origin, transport: rawTransport, only });
	return report.results
		.flatMap(({ findings }) => findings)
		.filter((finding): finding is Extract<Finding, { verdict: 'differs' }> => finding.verdict === 'differs');
}

describe('the texts of a report', () => {
	it('show a text in quotes, so that it is not mistaken for the number that was expected', async () => {
		const [finding] = await differences(
			{
				response: body(paths.locs, (list) => {
					list.start = String(list.start);
				}),
			},
			['listLocs.start'],
		);
		expect(finding).toMatchObject({ expected: 'start: a number', got: '"0"' });
		const [paging] = await differences(
			{
				response: body(paths.locs, (list, { url }) => {
					if (url.searchParams.get('start') === '1') list.start = '1';
				}),
			},
			['listLocs.paging'],
		);
		expect(paging).toMatchObject({ expected: 'start: 1, where the page starts', got: '"1"' });
	});

	it('say so where there is no value, or an empty one', async () => {
		const [absent] = await differences({ response: eventField('title', () => undefined) }, ['event.title']);
		expect(absent?.got).toBe('no such field');
		const [empty] = await differences({ response: eventField('begin_time', () => '') }, ['event.begin_time']);
		expect(empty?.got).toBe('an empty text');
	});

	it('say once what several checks find for one reason, and name these', async () => {
		const origin = proxied({ response: otherCode(102, 103, 'invalid_access_token') });
		const only = ['joinEvent', 'leaveEvent', 'wishEvent', 'unwishEvent'].map(
			(name) => `${name}.without-token`,
		);
		const report = await runConformance({ baseUrl: origin, authUrl: origin, transport: rawTransport, only });
		expect(report.counts.differs).toBe(4);
		const table = reportTable(report, false);
		expect(table.match(/DIFFERS/g)).toHaveLength(1);
		expect(table).toContain(`the same: ${only.slice(1).join(', ')}`);
		expect(table).toMatch(/4 differ; the differences have 1 cause$/);
	});

	it('are short, whatever a service sends', async () => {
		const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const [deep] = await differences(
			{
				response: (response, request) => {
					if (at(request, paths.event)) response.body = `{"title":${nested}}`;
				},
			},
			['event.title'],
		);
		expect(deep?.got).toBe('a value that is nested too deeply to show');
		const [large] = await differences(
			{
				response: (response, request) => {
					if (at(request, paths.event)) response.body = ' '.repeat(16_000_001);
				},
			},
			['event.title'],
		);
		expect(large?.got).toMatch(/^no response to GET \/v2\/event\/\d+: Response content exceeded max size$/);
		const [long] = await differences({ response: eventField('begin_time', () => 'x'.repeat(5_000)) }, [
			'event.begin_time',
		]);
		expect(long?.got.length).toBeLessThan(250);
	});

	it('contain nothing that a terminal or a reader of XML would act on', async () => {
		const [finding] = await differences(
			{ response: eventField('begin_time', () => '\u001b[2J\u202eevil\u0000\ud800\uffff\u2028') },
			['event.begin_time'],
		);
		expect(finding?.got).toMatch(/evil/);
		expect(finding?.got).toMatch(/^[\x20-\x7e]+$/);
	});

	it('hide a secret however a service repeats it', () => {
		const secrets = new Map([['p/q+r "s" é', 'CLIENT_SECRET']]);
		for (const text of [
			'p/q+r "s" é',
			'client_secret=p%2Fq%2Br%20%22s%22%20%C3%A9',
			'client_secret=p%2Fq%2Br+%22s%22+%C3%A9',
			'{"msg":"p/q+r \\"s\\" é"}',
		])
			expect(hideSecrets(text, secrets)).toMatch(/^[^pq]*\(hidden\)[^pq]*$|^\{"msg":"\(hidden\)"\}$/);
	});
});
