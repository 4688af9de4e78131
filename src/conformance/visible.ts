/** Makes what a service sends safe to print. */

/**
 * What a terminal would act on, XML cannot hold, or would change the order in which a text is read: control characters,
 * marks of direction, halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** The same text with such characters as `\u{…}`, where people see them and nothing acts on them. */
export const visible = (text: string): string =>
	text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
