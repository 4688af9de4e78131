/**
 * The report of a run, and its text for a terminal. Reports are stored and shared, so they contain no secrets and no
 * terminal control characters, and are limited in length.
 */
import junit from 'junit-report-builder';
import type { Secrets } from './call.ts';
import { type Check, type Finding, sections, type Verdict } from './check.ts';
import type { Service } from './service.ts';

export interface CheckResult extends Omit<Check, 'run'> {
	readonly verdict: Verdict;
	readonly findings: readonly Finding[];
	/** Present if earlier checks reported all these differences: id of the check that reported the first of them. */
	readonly sameAs?: string;
}

export interface Report {
	readonly baseUrl: string;
	readonly authUrl: string;
	/** When the run began, ISO 8601. */
	readonly at: string;
	readonly counts: Readonly<Record<Verdict, number>>;
	readonly results: readonly CheckResult[];
	/** Notes for the tester in addition to the results, such as data that could not be restored. */
	readonly notes: readonly string[];
	/** What the service doesn't list, so that most checks were not tried. */
	readonly lacks: Service['lacks'];
}

/** A key that differences with the same cause share: the field and its type, else the expected and sent values. */
function causeOf({ expected, got }: Extract<Finding, { verdict: 'differs' }>): string {
	const [, field] = /^(?:\w+\.\[\]\.)?([\w-]+: .*)$/.exec(expected) ?? [];
	return field ?? `${expected} ${got.replace(/"request"\s*:\s*"[^"]*"/, '')}`;
}

/** Marks results whose differences all appeared in earlier results: one mistake can cause dozens. */
export function nestByCause(results: readonly CheckResult[]): CheckResult[] {
	const firsts = new Map<string, string>();
	return results.map((result) => {
		const causes = result.findings.flatMap((each) => (each.verdict === 'differs' ? [causeOf(each)] : []));
		const seen = causes.map((cause) => firsts.get(cause));
		for (const cause of causes) if (!firsts.has(cause)) firsts.set(cause, result.id);
		const [first] = seen;
		return first === undefined || seen.includes(undefined) ? result : { ...result, sameAs: first };
	});
}

/** The details of a finding besides its verdict; undefined for `conforms`. The request is on a separate line. */
export function formatFinding(finding: Finding): string | undefined {
	if (finding.verdict === 'differs')
		return `expected ${finding.expected}; got ${finding.got}\n${finding.request}`;
	if (finding.verdict === 'open') return `here: ${finding.got}`;
	return finding.verdict === 'not tried' ? finding.why : undefined;
}

export const detailsOf = ({ findings, verdict }: CheckResult): string[] =>
	findings.filter((finding) => finding.verdict === verdict).flatMap((each) => formatFinding(each) ?? []);

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

/** Number of checks by verdict, for example `3 conform, 1 differ`. */
const tally = (results: readonly CheckResult[]): string =>
	Object.entries(countVerdicts(results))
		.filter(([, count]) => count > 0)
		.map(([verdict, count]) => `${count} ${words[verdict as Verdict]}`)
		.join(', ');

function tallyCauses(results: readonly CheckResult[]): string {
	const causes = results.filter(({ verdict, sameAs }) => verdict === 'differs' && sameAs === undefined);
	return causes.length === countVerdicts(results).differs
		? ''
		: `; the differences have ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`;
}

/** @param nested checks with the same differences */
function lines(result: CheckResult, nested: readonly CheckResult[]): string[] {
	const { id, section, states, verdict } = result;
	const mark = verdict === 'differs' ? 'DIFFERS' : verdict;
	const also = nested.length === 0 ? [] : [`the same: ${nested.map((each) => each.id).join(', ')}`];
	const details = [...detailsOf(result).flatMap((text) => text.split('\n')), ...also];
	return [
		`  ${mark.padEnd(9)}  ${id.padEnd(38)} §${section}: ${states}`,
		...details.map((text) => `${' '.repeat(13)}${text}`),
	];
}

/**
 * The report as text, section by section of the specification.
 *
 * @param all also lists checks that conform or were not tried; the counts always include them
 */
export function reportTable(report: Report, all: boolean): string {
	const blocks = bySection(report.results).flatMap(({ number, title, results }) => {
		const shown = results.filter(
			({ verdict, sameAs }) => sameAs === undefined && (all || verdict === 'differs' || verdict === 'open'),
		);
		const nestedIn = ({ id }: CheckResult) => report.results.filter(({ sameAs }) => sameAs === id);
		const shownLines = shown.flatMap((result) => lines(result, nestedIn(result)));
		return [`§${number} ${title}: ${tally(results)}`, ...shownLines, ''];
	});
	return [
		`${report.baseUrl} against the local-events specification`,
		'',
		...blocks,
		...report.notes.map((note) => `Note: ${note}`),
		`${tally(report.results)}${tallyCauses(report.results)}`,
	].join('\n');
}

/** Shorter secrets would also match ordinary words. */
const shortest = 8;

/** The forms in which a service may repeat a secret: plain, in a query, or inside JSON text. */
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

/** Characters that a terminal would interpret, that XML can't contain, or that change the text direction. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** Writes unprintable characters as `\u{…}`, which makes them visible and harmless. */
export const visible = (text: string): string =>
	text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Maximum number of characters, and how many to keep at the end, where a reason has its remedy. */
const inReport = { most: 240, end: 77 };
const asReason = { most: 700, end: 400 };

/** Shortens a long text in the middle. Hide secrets first: half a secret would not be recognized. */
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

/**
 * The report as JUnit XML, for CI servers: a suite per section, a test case per check. `differs` is a failure, `not
 * tried` a skipped case, and `open` the output of a case.
 */
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
