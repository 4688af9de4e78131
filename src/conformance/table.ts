/** The report as text for a terminal. */
import { formatFinding } from './format-finding.ts';
import type { CheckResult, Report } from './run.ts';
import { sections } from './sections.ts';
import { tally } from './tally.ts';

const marks = {
	conforms: 'conforms ',
	differs: 'DIFFERS  ',
	open: 'open     ',
	'not tried': 'not tried',
} as const;

function lines({ id, section, states, verdict, findings }: CheckResult): string[] {
	const details = findings
		.filter((finding) => finding.verdict === verdict)
		.flatMap((each) => formatFinding(each)?.split('\n') ?? []);
	return [
		`  ${marks[verdict]}  ${id.padEnd(38)} §${section}: ${states}`,
		...details.map((text) => `${' '.repeat(13)}${text}`),
	];
}

/**
 * @param all also lists what conforms and what was not tried; the counts always include them
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
		...report.notes.map((note) => `Note: ${note}`),
		tally(report.results),
	].join('\n');
}
