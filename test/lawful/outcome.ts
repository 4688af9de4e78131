/** How a surface fails with a variant. */

/** A surface does not behave as it should; the message is one sentence. */
export class Failure extends Error {
	override readonly name = 'Failure';
}

/** A surface says that it is not available, and what to do about it. */
export class Said extends Error {
	override readonly name = 'Said';
}

/** @throws Failure with this sentence when the condition is false */
export function expect(isSo: boolean, otherwise: string): asserts isSo {
	if (!isSo) throw new Failure(otherwise);
}

/** A text in one line, at most 200 characters long, for messages. */
export const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);
