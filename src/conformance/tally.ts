/** Verdicts in words. */
import type { Verdict } from './check.ts';
import type { CheckResult } from './run.ts';

const words: Readonly<Record<Verdict, string>> = {
	conforms: 'conform',
	differs: 'differ',
	open: 'left open by the specification',
	'not tried': 'not tried',
};

/** Number of checks by verdict, without the verdicts that no check has: `3 conform, 1 differ`. */
export function tally(results: readonly CheckResult[]): string {
	return (Object.keys(words) as Verdict[])
		.map(
			(verdict) => [results.filter((result) => result.verdict === verdict).length, words[verdict]] as const,
		)
		.filter(([count]) => count > 0)
		.map(([count, word]) => `${count} ${word}`)
		.join(', ');
}
