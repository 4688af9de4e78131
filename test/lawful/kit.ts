/** The conformance kit with a variant: no differences except those that the variant declares. */
import { expect } from 'vitest';
import { readArguments } from '../../src/conformance/arguments.ts';
import type { Report } from '../../src/conformance/report.ts';
import { runConformance } from '../../src/conformance/run.ts';
import { application, startService } from './service/start-service.ts';
import type { Variant } from './variant.ts';

/** Minimum number of checks with a verdict, so that a run that tries nothing does not pass. */
const fewestTried = 60;

/** Differences that the variant does not declare, each with the expected and the received value. */
function unexpected({ results }: Report, departs: NonNullable<Variant['departs']>): string[] {
	const isDeclared = (id: string) =>
		departs.some((each) => (typeof each === 'string' ? each === id : each.test(id)));
	return results
		.filter(({ verdict, id }) => verdict === 'differs' && !isDeclared(id))
		.map(({ id, findings }) => {
			const [finding] = findings.filter((each) => each.verdict === 'differs');
			return finding?.verdict === 'differs' ? `${id}: expected ${finding.expected}, got ${finding.got}` : id;
		});
}

/** Runs the kit with the command line that its user would write: with a fresh code, and with writes enabled. */
export async function expectConformance(variant: Variant): Promise<Report> {
	const service = await startService(variant);
	try {
		const { options } = readArguments([
			...['--base-url', service.baseUrl, '--auth-url', service.authUrl],
			...['--client-id', application.clientId, '--client-secret', application.clientSecret],
			...['--redirect-uri', application.redirectUri, '--write'],
			// A code may start with a dash.
			`--code=${await service.code()}`,
		]);
		const report = await runConformance({ ...options, now: service.now });
		const { conforms, open, differs } = report.counts;
		expect(unexpected(report, variant.departs ?? [])).toEqual([]);
		expect(conforms + open + differs).toBeGreaterThanOrEqual(fewestTried);
		const isOpen = (id: string) =>
			report.results.some((result) => result.id === id && result.verdict === 'open');
		expect((variant.open ?? []).filter((id) => !isOpen(id))).toEqual([]);
		return report;
	} finally {
		await service.close();
	}
}
