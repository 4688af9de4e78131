/** Reads from the reports of Vitest and Playwright which tests failed, and which passed only when they were repeated. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

/** A test that failed at least once. */
export interface Finding {
	/** Its file and its titles. */
	test: string;
	/** Whether a repetition of it passed. */
	passedOnRetry: boolean;
	/** The first lines of its error, without colours and blank lines. */
	error: readonly string[];
}

/** What is read of Vitest's JSON report. */
export interface VitestReport {
	testResults: readonly {
		name: string;
		status: string;
		/** Why the file could not be run; empty if it could. */
		message: string;
		assertionResults: readonly {
			ancestorTitles: readonly string[];
			title: string;
			status: string;
			failureMessages?: readonly string[] | null;
		}[];
	}[];
}

const errorLines = 4;

/** The first lines of an error, and the first line of its stack that is in this project. */
function firstLines(text: string): string[] {
	const lines = stripVTControlCharacters(text)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const isStack = (line: string) => line.startsWith('at ');
	const place = lines.find((line) => isStack(line) && !/node_modules|node:/.test(line));
	const message = lines.filter((line) => !isStack(line)).slice(0, errorLines);
	return place === undefined ? message : [...message, place];
}

/**
 * @param report of `vitest run --reporter=json`
 * @param root folder that the names of files are relative to
 */
export function findingsOfVitest(report: VitestReport, root: string): Finding[] {
	return report.testResults.flatMap((file) => {
		const name = path.relative(root, file.name);
		const tests = file.assertionResults
			.filter(({ status, failureMessages }) => status === 'failed' || (failureMessages?.length ?? 0) > 0)
			.map(({ ancestorTitles, title, status, failureMessages }) => ({
				test: [name, ...ancestorTitles.filter((each) => each !== ''), title].join(' › '),
				passedOnRetry: status === 'passed',
				error: firstLines(failureMessages?.at(-1) ?? ''),
			}));
		const hasOwnError = file.status === 'failed' && (file.message !== '' || tests.length === 0);
		const own = { test: name, passedOnRetry: false, error: firstLines(file.message || 'did not end') };
		return hasOwnError ? [own, ...tests] : tests;
	});
}

function findingsOfSuite(suite: JSONReportSuite, titles: readonly string[]): Finding[] {
	const specs = suite.specs.flatMap((spec) =>
		spec.tests
			.filter(({ status }) => status === 'unexpected' || status === 'flaky')
			.map((test) => {
				const failed = test.results.findLast(({ status }) => status !== 'passed' && status !== 'skipped');
				const error = failed?.errors[0];
				const place = error?.location && [`at ${path.basename(error.location.file)}:${error.location.line}`];
				return {
					test: [...titles, spec.title, test.projectName].join(' › '),
					passedOnRetry: test.status === 'flaky',
					error: [...firstLines(error?.message ?? '').slice(0, errorLines), ...(place ?? [])],
				};
			}),
	);
	return [
		...specs,
		...(suite.suites ?? []).flatMap((inner) => findingsOfSuite(inner, [...titles, inner.title])),
	];
}

/** @param report of Playwright's `json` reporter */
export function findingsOfPlaywright(report: JSONReport): Finding[] {
	const outsideTests = report.errors.map(({ message = '' }) => ({
		test: 'outside the tests',
		passedOnRetry: false,
		error: firstLines(message),
	}));
	return [...outsideTests, ...report.suites.flatMap((suite) => findingsOfSuite(suite, [suite.title]))];
}
