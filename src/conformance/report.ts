/**
 * The report of a run, and its text for a terminal. Its texts are stored and shared: they have no secrets, nothing that acts
 * on what prints them, and are not too long.
 */
import { type Check, type Finding, sections, type Verdict } from './check.ts';
import type { Secrets } from './curl.ts';

export interface CheckResult extends Omit<Check, 'run'> {
	readonly verdict: Verdict;
	readonly findings: readonly Finding[];
}

export interface Report {
	readonly baseUrl: string;
	readonly authUrl: string;
	/** When the run began, ISO 8601. */
	readonly at: string;
	readonly counts: Readonly<Record<Verdict, number>>;
	/** In the order of the specification. */
	readonly results: readonly CheckResult[];
	/** What the tester must know beside the results, such as data that could not be restored. */
	readonly notes: readonly string[];
}

/** What a finding says beyond its verdict; undefined for `conforms`. The request is on a line of its own. */
export function formatFinding(finding: Finding): string | undefined {
	switch (finding.verdict) {
		case 'conforms':
			return undefined;
		case 'differs':
			return `expected ${finding.expected}; got ${finding.got}\n${finding.request}`;
		case 'open':
			return `here: ${finding.got}`;
		case 'not tried':
			return finding.why;
	}
}

/** What the findings of a result's own verdict say. */
export const detailsOf = ({ findings, verdict }: CheckResult): string[] =>
	findings.filter((finding) => finding.verdict === verdict).flatMap((each) => formatFinding(each) ?? []);

/** The results section by section of the specification, without sections that have none. */
export const bySection = (results: readonly CheckResult[]) =>
	sections
		.map(([number, title]) => ({
			number,
			title,
			results: results.filter(({ section }) => section === number),
		}))
		.filter((section) => section.results.length > 0);

export const countVerdicts = (results: readonly CheckResult[]): Record<Verdict, number> => {
	const counts = { conforms: 0, differs: 0, open: 0, 'not tried': 0 };
	for (const { verdict } of results) counts[verdict] += 1;
	return counts;
};

const words: Readonly<Record<Verdict, string>> = {
	conforms: 'conform',
	differs: 'differ',
	open: 'left open by the specification',
	'not tried': 'not tried',
};

/** Number of checks by verdict, without the verdicts that no check has: `3 conform, 1 differ`. */
const tally = (results: readonly CheckResult[]): string =>
	Object.entries(countVerdicts(results))
		.filter(([, count]) => count > 0)
		.map(([verdict, count]) => `${count} ${words[verdict as Verdict]}`)
		.join(', ');

const markOf = (verdict: Verdict): string => (verdict === 'differs' ? 'DIFFERS' : verdict).padEnd(9);

function lines(result: CheckResult): string[] {
	const { id, section, states, verdict } = result;
	const details = detailsOf(result).flatMap((text) => text.split('\n'));
	return [
		`  ${markOf(verdict)}  ${id.padEnd(38)} §${section}: ${states}`,
		...details.map((text) => `${' '.repeat(13)}${text}`),
	];
}

/**
 * @param all also lists what conforms and what was not tried; the counts always include them
 * @returns lines joined by `\n`, section by section of the specification
 */
export function reportTable(report: Report, all: boolean): string {
	const blocks = bySection(report.results).flatMap(({ number, title, results }) => {
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

/** A shorter secret would also be found in words that are none. */
const shortest = 8;

/** A secret as a service may repeat it: as it is, in a query, or inside a JSON text. */
const spellingsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret.toWellFormed()),
	new URLSearchParams({ secret }).toString().slice('secret='.length),
	JSON.stringify(secret).slice(1, -1),
];

/** Hides secrets in a text, for a service that repeats them in its responses. */
export function hideSecrets(text: string, secrets: Secrets): string {
	const spellings = [...secrets.keys()].filter((secret) => secret.length >= shortest).flatMap(spellingsOf);
	return spellings.reduce((hidden, spelling) => hidden.replaceAll(spelling, '(hidden)'), text);
}

/**
 * What a terminal would act on, XML cannot hold, or would change the order in which a text is read: control characters,
 * marks of direction, halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** The same text with such characters as `\u{…}`, where people see them and nothing acts on them. */
export const visible = (text: string): string =>
	text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Characters of a text, and of those how many are its end. A reason why the check cannot run ends with the remedy. */
const inReport = { most: 240, end: 77 };
const asReason = { most: 700, end: 400 };

/** Cuts a long text in the middle. Secrets are hidden before: half a secret would not be recognized. */
const shorten = (text: string, { most, end }: typeof inReport): string =>
	text.length <= most ? text : `${text.slice(0, most - end - 3)} … ${text.slice(-end)}`;

export const printableReason = (text: string, secrets: Secrets): string =>
	visible(shorten(hideSecrets(text, secrets), asReason));

export function printableFinding(finding: Finding, secrets: Secrets): Finding {
	const texts = Object.entries(finding).map(([name, value]) => {
		const hidden = hideSecrets(value, secrets);
		return [name, visible(name === 'request' ? hidden : shorten(hidden, inReport))];
	});
	return Object.fromEntries(texts) as Finding;
}
