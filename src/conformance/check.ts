/**
 * What a conformance check is and what it finds. A check states one sentence of the specification, tries it at a
 * service, and tells how that went; it never stops the others.
 */
import type { Section } from './sections.ts';
import type { Service } from './service.ts';

/** What was found: as specified, otherwise, or how this service fills what the specification leaves open. */
export type Finding =
	| { readonly verdict: 'conforms' }
	| { readonly verdict: 'differs'; readonly expected: string; readonly got: string }
	| { readonly verdict: 'open'; readonly got: string }
	| { readonly verdict: 'not tried'; readonly why: string };

export type Verdict = Finding['verdict'];

export interface Check {
	/** Short and stable, such as `list.day_type.today`. */
	readonly id: string;
	/** Section of the specification, such as `2.3`. */
	readonly section: Section;
	/** The sentence that the service is held to. */
	readonly states: string;
	/** What the check needs beyond reading without a token; `write` changes data of the token's user. */
	readonly needs?: 'token' | 'application' | 'write';
	readonly run: (service: Service) => Promise<readonly Finding[]>;
}

export const conforms: Finding = { verdict: 'conforms' };

export const differs = (expected: string, got: unknown): Finding => ({
	verdict: 'differs',
	expected,
	got: show(got),
});

/** @param got what this service does where the specification leaves it open */
export const leftOpen = (got: string): Finding => ({ verdict: 'open', got });

export const notTried = (why: string): Finding => ({ verdict: 'not tried', why });

/** Compares a value with what the specification wants, in words for the report. */
export function expectEqual(what: string, got: unknown, expected: unknown): Finding {
	return got === expected ? conforms : differs(`${what} ${show(expected)}`, got);
}

const tokenField = /("(?:access_token|refresh_token)"\s*:\s*)"[^"]*"/g;

/** A value in one line, without the tokens of a token answer: reports are kept, and read by many. */
function show(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
	return text.replace(tokenField, '$1"(hidden)"').replace(/\s+/g, ' ') || 'nothing';
}

/** An answer in one line: status and body. */
export const showAnswer = ({ status, text }: { status: number; text: string }): string =>
	show(`HTTP ${status} ${text}`);
