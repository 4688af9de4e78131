import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

const passed = { name: 'type check', passed: true, findings: [], tail: 'all well' };
const finding = {
	test: 'a.test.ts › adds',
	passedOnRetry: false,
	error: ['Error: 2 is not 3', 'at a.test.ts:5'],
};

it('says nothing where all is well', () => {
	expect(summaryOf([passed])).toEqual([]);
});

it('names each failed test with its error, and after them what passed on retry', () => {
	const flaky = { ...finding, test: 'b.test.ts › waits', passedOnRetry: true };
	const checks = [
		{ ...passed, name: 'end to end', findings: [flaky] },
		{ ...passed, name: 'unit', passed: false, findings: [finding] },
	];
	expect(summaryOf(checks)).toEqual([
		'FAILED: unit',
		'  a.test.ts › adds',
		'      Error: 2 is not 3',
		'      at a.test.ts:5',
		'passed on retry: b.test.ts › waits',
		'      Error: 2 is not 3',
	]);
});

it('shows the end of the output of a check that names no test', () => {
	const tail = `${'line\n'.repeat(30)}\u001b[31msrc/a.ts: not assignable\u001b[0m\n\n`;
	const lines = summaryOf([{ ...passed, name: 'lint', passed: false, tail }]);
	expect(lines[0]).toBe('FAILED: lint');
	expect(lines.at(-1)).toBe('      src/a.ts: not assignable');
});

it('names every test rather than show every error', () => {
	const findings = Array.from({ length: 20 }, (_, at) => ({ ...finding, test: `a.test.ts › ${at}` }));
	const lines = summaryOf([{ ...passed, name: 'unit', passed: false, findings }]);
	expect(lines).toEqual(['FAILED: unit', ...findings.map(({ test }) => `  ${test}`)]);
});

it('has at most 25 lines, none too long for a log, however much fails', () => {
	const findings = Array.from({ length: 300 }, () => ({ ...finding, error: ['x'.repeat(5_000)] }));
	const lines = summaryOf([{ ...passed, name: 'unit', passed: false, findings }]);
	expect(lines).toHaveLength(25);
	expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(200);
	expect(lines.at(-1)).toBe('… and 277 more lines, above in this log');
});
