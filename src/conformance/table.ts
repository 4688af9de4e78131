/** The report as text for a terminal. */
import type { Finding } from './check.ts';
import type { CheckResult, Report } from './run.ts';
import { sections } from './sections.ts';

const marks = {
	conforms: 'conforms ',
	differs: 'DIFFERS  ',
	open: 'open     ',
	'not tried': 'not tried',
} as const;

/** What a finding says beyond its verdict, in one line; nothing for `conforms`. */
export function findingText(finding: Finding): string | undefined {
	switch (finding.verdict) {
		case 'conforms':
			return undefined;
		case 'differs':
			return `expected ${finding.expected}; got ${finding.got}`;
		case 'open':
			return `here: ${finding.got}`;
		case 'not tried':
			return finding.why;
	}
}

function lines({ id, states, verdict, findings }: CheckResult): string[] {
	const told = findings
		.filter((finding) => finding.verdict === verdict)
		.flatMap((each) => findingText(each) ?? []);
	return [
		`  ${marks[verdict]}  ${id.padEnd(38)} ${states}`,
		...told.map((text) => `${' '.repeat(13)}${text}`),
	];
}

/** How many checks came to what, without the verdicts that none came to. */
function tally(results: readonly CheckResult[]): string {
	const words = {
		conforms: 'conform',
		differs: 'differ',
		open: 'left open by the specification',
		'not tried': 'not tried',
	} as const;
	return (Object.keys(words) as (keyof typeof words)[])
		.map(
			(verdict) => [results.filter((result) => result.verdict === verdict).length, words[verdict]] as const,
		)
		.filter(([count]) => count > 0)
		.map(([count, word]) => `${count} ${word}`)
		.join(', ');
}

/**
 * @param all whether what conforms and what was not tried is listed too; counted they are in any case
 * @returns lines joined by `\n`, section by section of the specification
 */
export function reportTable(report: Report, all: boolean): string {
	const blocks = sections.flatMap(([number, title]) => {
		const results = report.results.filter(({ section }) => section === number);
		if (results.length === 0) return [];
		const shown = results.filter(({ verdict }) => all || verdict === 'differs' || verdict === 'open');
		return [`§${number} ${title}: ${tally(results)}`, ...shown.flatMap(lines), ''];
	});
	return [
		`${report.baseUrl} against the local-events specification`,
		'',
		...blocks,
		tally(report.results),
	].join('\n');
}
