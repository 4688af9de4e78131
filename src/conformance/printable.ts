/** Makes texts fit for a report, which is stored and shared: no secrets, nothing that acts on what prints it, not too long. */
import type { Finding } from './check.ts';
import type { Secrets } from './curl.ts';

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
