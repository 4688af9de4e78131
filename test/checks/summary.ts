/** The last lines of `npm test`: a log of which only the end is kept must say what failed. */
import { stripVTControlCharacters } from 'node:util';
import type { Finding } from './findings.ts';

/** How one check ended. */
export interface CheckEnd {
	name: string;
	passed: boolean;
	/** What its report names; empty for a check without tests. */
	findings: readonly Finding[];
	/** The end of what it printed. */
	tail: string;
}

/** How many lines of output stand for a failed check whose report names no test. */
const outputLines = 10;

const shown = (error: readonly string[], count: number) =>
	error.slice(0, count).map((line) => `      ${line}`);

function linesOf({ name, passed, findings, tail }: CheckEnd, errorLines: number): string[] {
	const failed = findings.filter(({ passedOnRetry }) => !passedOnRetry);
	const repeated = findings.filter(({ passedOnRetry }) => passedOnRetry);
	const output = stripVTControlCharacters(tail)
		.split('\n')
		.filter((line) => line.trim() !== '')
		.slice(-outputLines);
	return [
		...(passed ? [] : [`FAILED: ${name}`]),
		...failed.flatMap(({ test, error }) => [`  ${test}`, ...shown(error, errorLines)]),
		...(passed || failed.length > 0 ? [] : output.map((line) => `      ${line}`)),
		...repeated.flatMap(({ test, error }) => [
			`passed on retry: ${test}`,
			...shown(error, Math.min(errorLines, 1)),
		]),
	];
}

/**
 * @param limit the largest number of lines. Where many tests failed, their names come before the texts of the errors.
 * @returns each failed check with its failed tests and the first lines of their errors, and the tests that passed on
 * retry; empty if there are neither
 */
export function summaryOf(checks: readonly CheckEnd[], limit = 25): string[] {
	const inOrder = checks.toSorted((one, other) => Number(one.passed) - Number(other.passed));
	const attempts = [5, 3, 1, 0].map((errorLines) =>
		inOrder.flatMap((check) => linesOf(check, errorLines)).map((line) => line.slice(0, 200)),
	);
	const fitting = attempts.find(({ length }) => length <= limit);
	if (fitting) return fitting;
	const names = attempts.at(-1) ?? [];
	return [...names.slice(0, limit - 1), `… and ${names.length - limit + 1} more lines, above in this log`];
}
