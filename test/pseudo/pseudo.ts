/**
 * The pseudo-locale: English texts made longer, with an accent on every letter, in brackets. A text without accents is one
 * that was not translated, one without both brackets is cut off, and what has no room in it will have none for a translation.
 */

const plain = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz';
const accented = 'ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþɊɋŘřŠšŢţÛûṼṽŴŵẊẋÝýŽž';
const accents = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]));

/** Up to this number of characters, translations are often twice as long as the English text, and otherwise half as long again. */
const shortText = 20;

/** A place for a value, such as `{count}`, which stays as it is. */
const places = /(\{\w+\})/;

/** Around letters that are written from right to left: RIGHT-TO-LEFT OVERRIDE and its end. */
const [override, end] = ['\u202E', '\u202C'];

function accent(text: string, times: number, isMirrored: boolean): string {
	const long = text.replace(/[aeiou]/gi, (vowel) => vowel + vowel.toLowerCase().repeat(times - 1));
	const letters = [...long].map((letter) => accents.get(letter) ?? letter).join('');
	return isMirrored && letters !== text ? `${override}${letters}${end}` : letters;
}

/** For example `[Šķîîîþ ţööö çöööñţéééñţ]`. @param isMirrored for a language that is written from right to left */
export function pseudo(text: string, isMirrored = false): string {
	const parts = text.split(places);
	const isShort = parts.filter((part) => !places.test(part)).join('').length <= shortText;
	const said = parts.map((part) => (places.test(part) ? part : accent(part, isShort ? 3 : 2, isMirrored)));
	return `[${said.join('')}]`;
}

/** A message of a file: a text, or one with a text for each plural form (inlang's message format). */
type Message = string | { match: Record<string, string> }[];

/** English has two plural forms; the second one is taken for all others of another language. */
function pseudoMessage(message: Message, isMirrored: boolean): Message {
	if (typeof message === 'string') return pseudo(message, isMirrored);
	return message.map(({ match, ...rest }) => ({
		...rest,
		match: Object.fromEntries(
			Object.entries(match).map(([form, text]) => [form.replace('=other', '=*'), pseudo(text, isMirrored)]),
		),
	}));
}

/** @param file a file of English messages, as JSON @returns the same of the pseudo-locale */
export function pseudoFile(file: string, isMirrored: boolean): string {
	const messages = Object.entries(JSON.parse(file) as Record<string, Message>);
	return JSON.stringify(
		Object.fromEntries(messages.map(([key, message]) => [key, pseudoMessage(message, isMirrored)])),
	);
}
