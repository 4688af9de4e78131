import { beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/conformance/call.ts';
import type { Finding } from '../../src/conformance/check.ts';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import type { Report } from '../../src/conformance/report.ts';
import { runConformance } from '../../src/conformance/run.ts';
import { recordedApplication, recordedCode, recordedTokens } from './authorization.ts';
import { signedInUserId } from './recording.ts';
import { startRecordedService } from './start-recorded-service.ts';

/** Header names in lower case, as HTTP/2 sends them. */
const lowerCaseNames: Transport = async (request) => {
	const response = await rawTransport(request);
	const headers = response.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
	return { ...response, headers };
};

/** Runs all checks. */
async function checkRecordedService(): Promise<Report> {
	const { origin, close } = await startRecordedService();
	const report = await runConformance({
		baseUrl: origin,
		authUrl: origin,
		application: recordedApplication,
		code: recordedCode,
		token: recordedTokens.access_token,
		userId: signedInUserId,
		write: true,
		transport: lowerCaseNames,
	});
	await close();
	return report;
}

const findingsOf = (report: Report, id: string): readonly Finding[] =>
	report.results.find((result) => result.id === id)?.findings ?? [];

const gotOf = (report: Report, id: string) =>
	findingsOf(report, id).map((finding) => ('got' in finding ? finding.got : finding.verdict));

describe('the conformance check on a service that behaves like the recorded one', () => {
	let report: Report;
	beforeAll(async () => {
		report = await checkRecordedService();
	});

	it('names each field that is absent or under another name', async () => {
		expect(gotOf(report, 'event.image-hlarge')).toEqual(['no such field, but image_hlarge']);
		expect(gotOf(report, 'event.image-lmobile')).toEqual(['no such field, but image_lmobile']);
		expect(findingsOf(report, 'event.is_priv')).toEqual([
			{ verdict: 'open', got: 'is_priv is absent or empty' },
		]);
		const listed = findingsOf(report, 'listEvents.events').map((finding) =>
			finding.verdict === 'differs' ? finding.expected.split(': ')[0] : finding.verdict,
		);
		expect(listed).toEqual(['events.[].image-hlarge', 'events.[].image-lmobile']);
	});

	it('names the responses with 404 and the codes that the specification does not have', async () => {
		expect(findingsOf(report, 'error.status')).toEqual([
			expect.objectContaining({ got: 'HTTP 404', request: expect.stringMatching(/^curl -i 'http.*'$/) }),
		]);
		expect(gotOf(report, 'error.known-code')).toEqual(['1001 uri_not_found']);
		expect(gotOf(report, 'error.msg')).toEqual(['"unknow_v2_error"']);
	});

	it('finds no other difference', async () => {
		const { results } = report;
		const differing = results.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);
		expect(differing.sort()).toEqual(
			[
				...['event.image-hlarge', 'event.image-lmobile'],
				...['listEvents', 'listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'].map(
					(name) => `${name}.events`,
				),
				...['error.status', 'error.known-code', 'error.msg'],
				...['uri.unknown', 'method.wrong'],
				// The stand-in for the recorded service takes its only code any number of times.
				'token.code-once',
			].sort(),
		);
	});

	it('reports how the service behaves where the specification leaves it open', async () => {
		expect(gotOf(report, 'event.content-form')).toEqual(['HTML']);
		expect(gotOf(report, 'event.extra-fields')[0]).toMatch(/category.*has_ticket.*tags/);
		expect(gotOf(report, 'listWishers.count-meaning')).toEqual([
			'count 20 with 3 elements, so the number that was requested',
		]);
		expect(gotOf(report, 'getLoc.by-uid')).toEqual(['it does']);
		expect(gotOf(report, 'getEvent.unknown')).toEqual([expect.stringMatching(/^HTTP 404 .*1001/)]);
		expect(gotOf(report, 'token.expires-in')).toEqual(['seconds: 604800 is the lifetime of L1']);
	});
});
