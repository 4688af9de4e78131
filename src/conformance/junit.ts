/** The report as JUnit XML, for CI servers: a suite for each section, a test case for each check. */
import junit from 'junit-report-builder';
import { formatFinding } from './format-finding.ts';
import type { Report } from './run.ts';
import { sections } from './sections.ts';

/** @returns XML: `differs` is a failure, `not tried` a skipped case, and `open` is in the output of the case */
export function reportJunit(report: Report): string {
	const builder = junit.newBuilder().name('Conformance to the local-events specification');
	for (const [number, title] of sections) {
		const results = report.results.filter(({ section }) => section === number);
		if (results.length === 0) continue;
		const suite = builder.testSuite().name(`${number} ${title}`).timestamp(report.at);
		for (const { id, states, verdict, findings } of results) {
			const testCase = suite.testCase().className(`conformance.${number}`).name(`${id}: ${states}`);
			const details = findings.flatMap((finding) => formatFinding(finding) ?? []).join('\n');
			if (verdict === 'differs') testCase.failure(details, 'differs');
			else if (verdict === 'not tried') testCase.skipped();
			else if (details !== '') testCase.standardOutput(details);
		}
	}
	return builder.build();
}
