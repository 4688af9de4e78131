/** The budgets for Daybill's speed and size (docs/performance.md), and the check of a measurement. */
import type { Row } from './report.ts';

const aims = {
	lcp: { what: 'LCP, mobile simulation', limit: 0.85, unit: 's' },
	tbtCpu: { what: 'TBT, CPU time × 4', limit: 150, unit: 'ms' },
	cls: { what: 'CLS', limit: 0, unit: '' },
	script: { what: 'JavaScript of a first visit, largest of the languages', limit: 100, unit: 'KB' },
	firstTap: { what: 'Tap 0.5 s after the first paint, CPU 4 × slower: next paint', limit: 100, unit: 'ms' },
	inp: { what: 'INP of a session, CPU 4 × slower, 98th percentile', limit: 100, unit: 'ms' },
	delay: { what: 'Page of a visitor while another one floods, p99', limit: 250, unit: 'ms' },
	processMemory: { what: 'Memory of a process after a rush', limit: 300, unit: 'MB' },
} as const;

/** A row for a measurement with a budget. @param of the measured page or control, if there are several */
export function judged(name: keyof typeof aims, value: number, of?: string): Row {
	const { what, limit, unit } = aims[name];
	return {
		what: of === undefined ? what : `${what}: ${of}`,
		value,
		unit,
		aim: `at most ${limit} ${unit}`,
		met: value <= limit,
	};
}
