/** A check tests a service against one sentence of the specification. If the service differs, other checks still run. */
import type { ServiceResponse } from './call.ts';
import type { Service } from './service.ts';

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
	/** Shows what the service does where the specification leaves it open. */
	| { readonly verdict: 'open'; readonly got: string }
	| { readonly verdict: 'not tried'; readonly why: string };

export type Verdict = Finding['verdict'];

export type Findings = Finding | readonly Finding[];

export interface Check {
	readonly section: Section;
	/** Short and stable, such as `listEvents.day_type.today`. */
	readonly id: string;
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

/**
 * @param got in words; use `show` for a value from the response
 * @param response its request is shown in the report
 */
export const differs = (expected: string, got: string, { curl }: { readonly curl: string }): Finding => ({
	verdict: 'differs',
	expected,
	got,
	request: curl,
});

/** @param got what the service does where the specification leaves it open */
export const leftOpen = (got: string): Finding => ({ verdict: 'open', got });

export const notTried = (why: string): Finding => ({ verdict: 'not tried', why });

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

/** Ends a check: after this difference there is nothing else to check. */
export class Differs extends Error {
	override readonly name = 'Differs';
	readonly finding: Finding;

	constructor(expected: string, response: ServiceResponse) {
		super(expected);
		this.finding = differs(expected, showResponse(response), response);
	}
}

/** Attempts before a difference counts: on a busy service, numbers can change between two reads. */
const maxTimes = 3;

/**
 * Judges data that users may change between two reads, such as a counter and the list that it counts. Returns
 * the findings of the first attempt without a difference, else of the last: a real difference persists.
 */
export async function readAgain(service: Service, judge: () => Promise<Findings>): Promise<Findings> {
	for (let time = 1; ; time++) {
		const findings = [await judge()].flat();
		if (time === maxTimes || findings.every(({ verdict }) => verdict !== 'differs')) return findings;
		service.forget();
	}
}

const tokenField = /("(?:access_token|refresh_token)"\s*:\s*)"[^"]*"/g;

/** Puts text on one line and hides the tokens of a token response, since reports are stored and shared. */
const inOneLine = (text: string): string =>
	text.replace(tokenField, '$1"(hidden)"').replace(/[\r\n]\s*/g, ' ');

/** Formats a response value as JSON, so that the string "1" isn't mistaken for the number 1. */
export function show(value: unknown): string {
	if (value === undefined) return 'no such field';
	if (value === '') return 'an empty text';
	try {
		return inOneLine(JSON.stringify(value));
	} catch (error) {
		// Deeply nested JSON overflows the serializer's stack.
		if (error instanceof RangeError) return 'a value that is nested too deeply to show';
		throw error;
	}
}

export const showResponse = ({ status, text }: { status: number; text: string }): string =>
	`HTTP ${status} ${text.trim() === '' ? 'with an empty body' : inOneLine(text)}`;
