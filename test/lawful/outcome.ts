/** How a surface fares in front of a variant. */

export type Outcome =
	| { readonly kind: 'ok' }
	/** Not available, which was said clearly. */
	| { readonly kind: 'said'; readonly words: string }
	/** @property why one sentence: what was asked for, and what came */
	| { readonly kind: 'failed'; readonly why: string };

/** A surface does not do what it should; the message is one sentence. */
export class Failure extends Error {
	override readonly name = 'Failure';
}

/** A surface says that it is not available, and what to do about it. */
export class Said extends Error {
	override readonly name = 'Said';
}

/** @throws Failure with this sentence when it is not so */
export function expect(isSo: boolean, otherwise: string): asserts isSo {
	if (!isSo) throw new Failure(otherwise);
}

/** A text in one line, at most 200 characters, for sentences. */
export const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);
