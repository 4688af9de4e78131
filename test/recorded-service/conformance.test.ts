import { describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../src/conformance/check.ts';
import { type Report, runConformance } from '../../src/conformance/run.ts';
import { recordedApplication, recordedCode, recordedTokens } from './authorization.ts';
import { signedInUserId } from './recording.ts';
import { startRecordedService } from './start-recorded-service.ts';

/** Runs the whole battery, over `fetch` as a page in a browser would. */
async function checkRecordedService(): Promise<Report> {
	const { origin, close } = await startRecordedService();
	onTestFinished(close);
	return runConformance({
		baseUrl: origin,
		authUrl: origin,
		application: recordedApplication,
		code: recordedCode,
		token: recordedTokens.access_token,
		userId: signedInUserId,
		write: true,
	});
}

const findingsOf = (report: Report, id: string): readonly Finding[] =>
	report.results.find((result) => result.id === id)?.findings ?? [];

const gotOf = (report: Report, id: string) =>
	findingsOf(report, id).map((finding) => ('got' in finding ? finding.got : finding.verdict));

describe('the conformance check at a service that behaves as the recorded one', () => {
	it('names each field that is absent or under another name', async () => {
		const report = await checkRecordedService();
		expect(gotOf(report, 'event.image-hlarge')).toEqual(['no such field, but image_hlarge']);
		expect(gotOf(report, 'event.image-lmobile')).toEqual(['no such field, but image_lmobile']);
		expect(gotOf(report, 'event.is_priv')).toEqual(['no such field']);
		expect(gotOf(report, 'event.has_invited')).toEqual(['no such field']);
		const listed = findingsOf(report, 'listEvents.events').map((finding) =>
			finding.verdict === 'differs' ? finding.expected.split(': ')[0] : finding.verdict,
		);
		expect(listed).toEqual([
			'events.[].image-hlarge',
			'events.[].image-lmobile',
			'events.[].is_priv',
			'events.[].has_invited',
		]);
	});

	it('names the answers of 404 and the codes that the specification does not have', async () => {
		const report = await checkRecordedService();
		expect(gotOf(report, 'error.status')).toEqual([expect.stringMatching(/^HTTP 404 \(GET /)]);
		expect(gotOf(report, 'error.known-code')).toEqual([expect.stringMatching(/^1001 uri_not_found /)]);
		expect(gotOf(report, 'error.msg')).toEqual([expect.stringMatching(/^unknow_v2_error /)]);
	});

	it('differs in nothing else', async () => {
		const { results } = await checkRecordedService();
		const differing = results.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);
		expect(differing.sort()).toEqual(
			[
				...['event.image-hlarge', 'event.image-lmobile', 'event.is_priv', 'event.has_invited'],
				...['listEvents', 'listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'].map(
					(name) => `${name}.events`,
				),
				...['error.status', 'error.known-code', 'error.msg'],
				...['uri.unknown', 'method.wrong', 'version.prefix', 'listEvents.unknown-loc'],
				...['getEvent', 'getLoc', 'listParticipants', 'listWishers'].map((name) => `${name}.unknown`),
				...['listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'].map(
					(name) => `${name}.unknown`,
				),
				...['joinEvent', 'leaveEvent', 'wishEvent', 'unwishEvent'].map((name) => `${name}.unknown`),
			].sort(),
		);
	});

	it('tells how the service fills what is left open', async () => {
		const report = await checkRecordedService();
		expect(gotOf(report, 'event.content-form')).toEqual(['HTML']);
		expect(gotOf(report, 'event.extra-fields')[0]).toMatch(/category.*has_ticket.*tags/);
		expect(gotOf(report, 'listWishers.count-meaning')).toEqual([
			'count 20 with 3 elements, so what was asked for',
		]);
		expect(gotOf(report, 'getLoc.by-uid')).toEqual(['it may']);
		expect(gotOf(report, 'token.expires-in')).toEqual(['seconds: 604800 is the lifetime of L1']);
	});

	it('does not judge the spelling of headers where the transport cannot see it', async () => {
		const report = await checkRecordedService();
		expect(gotOf(report, 'limits.X-Ratelimit-Limit')).toEqual([
			'conforms',
			'names arrive in lower case, so the spelling is not seen',
		]);
	});
});
