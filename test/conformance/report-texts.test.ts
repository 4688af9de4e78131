import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/conformance/check.ts';
import { hideSecrets, reportTable } from '../../src/conformance/report.ts';
import type { ConformanceOptions } from '../../src/conformance/run.ts';
import { firstTwoComeTwice, orderChangesPerPage } from './lawful/lists.ts';
import { onField, otherCode, respond } from './mutants/changes.ts';
import { onBody, onResponse, onTokens } from './service/changes.ts';
import type { Middleware } from './service/messages.ts';
import { isToken, operationOf } from './service/operation.ts';
import { reject } from './service/reject.ts';
import { application, shareService } from './share-service.ts';

const { check, sandbox, tokensToWrite } = shareService();

/** The first difference that a check finds in a changed service. */
async function difference(change: Middleware, id: string, options: Partial<ConformanceOptions> = {}) {
	const report = await check(change, { only: [id], ...options });
	return report.results
		.flatMap(({ findings }) => findings)
		.find((finding): finding is Extract<Finding, { verdict: 'differs' }> => finding.verdict === 'differs');
}

/** The difference in a field of an event that is replaced with this value. */
const differenceOf = (field: string, value: unknown) =>
	difference(
		onField('getEvent', field, () => value),
		`event.${field}`,
	);

describe('the texts of a report', () => {
	it('show strings unchanged and in quotes, so that they are not mistaken for the expected number', async () => {
		const finding = await difference(onField('listLocs', 'start', String), 'listLocs.start');
		expect(finding).toMatchObject({ expected: 'start: a number', got: '"0"' });
		expect(await differenceOf('geo', '35.7  139.7')).toMatchObject({ got: '"35.7  139.7"' });
		const paging = await difference(
			onBody('listLocs', (list, { query }) => {
				if (query.get('start') === '1') list.start = '1';
			}),
			'listLocs.paging',
		);
		expect(paging).toMatchObject({ expected: 'start: 1, where the page starts', got: '"1"' });
	});

	it('blame the total, not the filter, if the lists of all types differ but have one total', async () => {
		const change = onField('listEvents', 'total', () => 500);
		expect(await difference(change, 'listEvents.type.distinct')).toMatchObject({
			expected: 'total of the events of the type',
			got: '500 of 500 events for every type, although their lists differ',
		});
	});

	it.each([
		{
			...firstTwoComeTwice,
			text: /^total 33 with 31 elements: 2 came more than once \(\w+, \w+\): repeated in the list/,
		},
		{
			...orderChangesPerPage,
			text: /^total 31 with 29 elements: 2 came more than once \(\w+, \w+\): .* order changes between pages$/,
		},
	])('count and name elements that come more than once: $does', async ({ create, text }) => {
		const { results } = await check(create(), { only: ['listEvents.all-pages'] });
		expect(results).toMatchObject([{ findings: [{ verdict: 'open', got: expect.stringMatching(text) }] }]);
	});

	it('note that the user may still be joined if every attempt to leave fails', async () => {
		const change = respond((request) => operationOf(request) === 'leaveEvent', reject(999));
		const report = await check(change, { ...(await tokensToWrite()), only: ['leaveEvent.status'] });
		expect(report.results).toMatchObject([{ verdict: 'differs' }]);
		expect(report.notes).toEqual([expect.stringContaining('may still have the user among its participants')]);
	});

	it('name what a refresh returns: an error with status 200, or another user', async () => {
		const options = { application, ...(await tokensToWrite()) };
		const asOk = onResponse((response, request) => {
			if (isToken(request)) response.status = 200;
		});
		expect(await difference(asOk, 'token.refresh-early', options)).toMatchObject({
			expected: 'HTTP status 400',
			got: 'HTTP 200',
		});
		await sandbox().advance(8 * 86_400);
		const unknown = { ...options, refreshToken: 'garbage-of-some-length' };
		expect(await difference(asOk, 'token.refresh-late', unknown)).toMatchObject({
			expected: 'HTTP 200 with tokens',
			got: expect.stringContaining('119'),
		});
		const another = onTokens((tokens) => Object.assign(tokens, { service_user_id: '1002' }));
		expect(await difference(another, 'token.refresh-late', options)).toMatchObject({
			expected: `service_user_id as before the refresh, "${options.userId}"`,
			got: '"1002"',
		});
	});

	it('report once what several checks find for the same reason, and list these checks', async () => {
		const only = ['join', 'leave', 'wish', 'unwish'].map((name) => `${name}Event.without-token`);
		const report = await check(otherCode(102, 103, 'invalid_access_token'), { only });
		expect(report.counts.differs).toBe(4);
		const table = reportTable(report, false);
		expect(table.match(/DIFFERS/g)).toHaveLength(1);
		expect(table).toContain(`the same: ${only.slice(1).join(', ')}`);
		expect(table).toMatch(/4 differ; the differences have 1 cause$/);
	});

	it('are short, whatever a service sends', async () => {
		const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const eventAs = onResponse((response, request) => {
			if (operationOf(request) === 'getEvent') response.body = Buffer.from(`{"title":${nested}}`);
		});
		const deep = await difference(eventAs, 'event.title');
		expect(deep?.got).toBe('a value that is nested too deeply to show');
		const long = await differenceOf('begin_time', 'x'.repeat(5_000));
		expect(long?.got.length).toBeLessThan(250);
	});

	it('contain nothing that a terminal or an XML parser would interpret', async () => {
		const finding = await differenceOf('begin_time', '\u001b[2J\u202eevil\u0000\ud800\uffff\u2028');
		expect(finding?.got).toMatch(/evil/);
		expect(finding?.got).toMatch(/^[\x20-\x7e]+$/);
	});

	it('hide a secret, however a service echoes it', () => {
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
