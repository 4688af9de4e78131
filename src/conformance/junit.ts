/** The report as JUnit XML, for CI servers: a suite for each section, a test case for each check. */
import junit from 'junit-report-builder';
import { bySection, formatFinding, type Report } from './report.ts';

/** @returns XML: `differs` is a failure, `not tried` a skipped case, and `open` is in the output of the case */
export function reportJunit(report: Report): string {
	const builder = junit.newBuilder().name('Conformance to the local-events specification');
	for (const { number, title, results } of bySection(report.results)) {
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
