/**
 * Checks and their findings. A check states one sentence of the specification, tries it at a service and reports what it
 * found; it never stops the others.
 */
import type { Section } from './sections.ts';
import type { Service } from './service.ts';

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

export interface Check {
	/** Short and stable, such as `listEvents.day_type.today`. */
	readonly id: string;
	/** Section of the specification, such as `2.3`. */
	readonly section: Section;
	/** The sentence that the check tries. */
	readonly states: string;
	/** What the check needs beyond reading without a token; `write` changes data of the token's user. */
	readonly needs?: 'token' | 'application' | 'write';
	readonly run: (service: Service) => Promise<readonly Finding[]>;
}

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

/**
 * The service does not let the kit judge something, and may do so: the hourly limit is used up, a token is needed, or the
 * token may not read it. The check counts as not tried.
 */
export class NotJudged extends Error {
	override readonly name = 'NotJudged';
}
