/**
 * Checks, their findings, and how they judge errors (Spec §7). A check states one sentence of the specification, tries it at a service and reports what it
 * found; it never stops the others.
 */
import type { ServiceResponse } from './call.ts';
import { bodyOf, readText } from './read.ts';
import type { Service } from './service.ts';

/** The sections of the specification that the report follows. */
export const sections = [
	['2.1', 'Event'],
	['2.2', 'User summary'],
	['2.3', 'Lists'],
	['2.4', 'Loc (city)'],
	['2.5', 'Token response'],
	['2.6', 'Error body'],
	['3.1', 'Tokens'],
	['3.2', 'Event participation and interest'],
	['4.1', 'Authorization endpoints'],
	['4.2', 'Data API calls'],
	['5', 'Authentication'],
	['7', 'Errors'],
	['8', 'Limits'],
	['9', 'Versioning'],
] as const satisfies readonly (readonly [number: string, title: string])[];

export type Section = (typeof sections)[number][0];

export type Finding =
	| { readonly verdict: 'conforms' }
	| {
			readonly verdict: 'differs';
			readonly expected: string;
			readonly got: string;
			/** The request as a curl command, without secrets. */
			readonly request: string;
	  }
	/** What the service does where the specification leaves it open. */
	| { readonly verdict: 'open'; readonly got: string }
	| { readonly verdict: 'not tried'; readonly why: string };

export type Verdict = Finding['verdict'];

export type Findings = Finding | readonly Finding[];

export interface Check {
	readonly section: Section;
	/** Short and stable, such as `listEvents.day_type.today`. */
	readonly id: string;
	/** The sentence that the check tries. */
	readonly states: string;
	/** @throws NotJudged or Differs to end the check early */
	readonly run: (service: Service) => Findings | Promise<Findings>;
}

export const check = (section: Section, id: string, states: string, run: Check['run']): Check => ({
	section,
	id,
	states,
	run,
});

export const conforms: Finding = { verdict: 'conforms' };

/** @param got in words; a value of the response by `show`. @param response whose request the report shows */
export const differs = (expected: string, got: string, { curl }: { readonly curl: string }): Finding => ({
	verdict: 'differs',
	expected,
	got,
	request: curl,
});

/** @param got what the service does where the specification leaves it open */
export const leftOpen = (got: string): Finding => ({ verdict: 'open', got });

export const notTried = (why: string): Finding => ({ verdict: 'not tried', why });

/** Compares a value of a response with the expected one. */
export function expectEqual(
	what: string,
	got: unknown,
	expected: unknown,
	response: { readonly curl: string },
): Finding {
	return got === expected ? conforms : differs(`${what} ${show(expected)}`, show(got), response);
}

export const expectStatus = (response: ServiceResponse, status: 200 | 202): Finding =>
	response.status === status ? conforms : differs(`HTTP status ${status}`, showResponse(response), response);

/** Ends a check: there is a difference that leaves nothing else to judge. */
export class Differs extends Error {
	override readonly name = 'Differs';
	readonly finding: Finding;

	constructor(expected: string, response: ServiceResponse) {
		super(expected);
		this.finding = differs(expected, showResponse(response), response);
	}
}

/** On a busy service, the numbers of a popular event can change between two reads more than once. */
const maxTimes = 3;

/**
 * Judges what people change meanwhile: a number, and what it counts, are two responses.
 *
 * @returns the findings of the first time without a difference, else of the last time: a real difference shows each time
 */
export async function readAgain(service: Service, judge: () => Promise<Findings>): Promise<Findings> {
	for (let time = 1; ; time++) {
		const findings = [await judge()].flat();
		if (time === maxTimes || findings.every(({ verdict }) => verdict !== 'differs')) return findings;
		service.forget();
	}
}

const tokenField = /("(?:access_token|refresh_token)"\s*:\s*)"[^"]*"/g;

/** A text in one line, without the tokens of a token response: reports are stored and shared. */
const inOneLine = (text: string): string => text.replace(tokenField, '$1"(hidden)"').replace(/\s+/g, ' ');

/** A value of a response as JSON, so that the text "1" is not mistaken for the number 1. */
export function show(value: unknown): string {
	if (value === undefined) return 'no such field';
	if (value === '') return 'an empty text';
	try {
		return inOneLine(JSON.stringify(value));
	} catch (error) {
		// JSON can be nested more deeply than what writes it can follow.
		if (error instanceof RangeError) return 'a value that is nested too deeply to show';
		throw error;
	}
}

/** A response in one line: status and body. */
export const showResponse = ({ status, text }: { status: number; text: string }): string =>
	`HTTP ${status} ${text.trim() === '' ? 'with an empty body' : inOneLine(text)}`;

/** The words of a message after its first colon. */
const namesAfterColon = (message: string): string[] => message.split(/:(.*)/s)[1]?.split(/\W+/) ?? [];

/**
 * @param wanted codes that fit; empty where the specification leaves the code open
 * @param names parameter that `msg` must name after a colon (code 113)
 */
export function judgeCode(response: ServiceResponse, wanted: readonly number[], names?: string): Finding[] {
	const { code, msg } = bodyOf(response);
	const got = `${show(code)} ${readText(msg)}`.trim();
	const isOpen = wanted.length === 0;
	const expected = isOpen ? 'HTTP 400 with an error body' : `HTTP 400 with code ${wanted.join(' or ')}`;
	if (response.status !== 400 || typeof code !== 'number')
		return [differs(expected, showResponse(response), response)];
	if (!isOpen && !wanted.includes(code)) return [differs(expected, got, response)];
	if (names !== undefined && code === 113 && !namesAfterColon(readText(msg)).includes(names))
		return [differs(`msg naming ${names} after a colon`, show(msg), response)];
	return [isOpen ? leftOpen(`HTTP 400 with ${got}`) : conforms];
}

/**
 * Judges the response about something that does not exist. The specification shows neither its code nor whether its status
 * is 404 (Spec §7).
 */
export const judgeUnknown = (response: ServiceResponse): Finding[] =>
	response.status === 404 ? [leftOpen(showResponse(response))] : judgeCode(response, []);

/** Judges the response to a parameter that is no word or number: ignoring it is as lawful as rejecting it by name. */
export const judgeMalformed = (response: ServiceResponse, name: string): Finding[] =>
	response.status === 200 || response.status === 202 ? [leftOpen('ignored')] : judgeCode(response, [], name);

/** @throws Differs unless the response is a success */
export function requireOk(response: ServiceResponse): void {
	if (response.status !== 200) throw new Differs('HTTP status 200', response);
}

/** Many responses or elements differ in the same way: each difference is reported once. */
export function eachOnce(findings: readonly Finding[]): Finding[] {
	const differences = findings.filter((finding) => finding.verdict === 'differs');
	return differences.filter(
		({ expected }, index) => differences.findIndex((each) => each.expected === expected) === index,
	);
}
