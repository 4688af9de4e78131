/** Prices, which services send as any text (gap register, `extra-fields`). */
import type { Event } from './schemas.ts';

export type Price = NonNullable<Event['price']>;

/** Whether a price is at most `max`; 0 means free. */
export const isAtMost = (price: Price | undefined, max: number): boolean =>
	price !== undefined && (price.isFree || (max > 0 && price.from !== null && price.from <= max));

/** Words for “free”, as the source of a regular expression over text without accents. */
export const freeWords = [
	'free(?: (?:of charge|entry|admission|entrance))?|no charge|complimentary',
	'kostenlos(?:e[mnrs]?)?|kostenfrei(?:e[mnrs]?)?|eintritt frei|freier eintritt|gratis',
	'gratuit[eoa]?s?|(?:entree|entrada) (?:libre|livre|franca|gratuit[ea])|sin coste?o?|de graca',
	'免(?:费|費)(?:入(?:场|場)|参加|參加)?|免票|(?:入場)?無料|무료(?: ?입장)?|공짜',
	'(?:ال)?مجاني[ةه]?|(?:دخول )?مجانا|بالمجان',
].join('|');

/** Keeps the marks of Japanese letters: は and ば differ. */
export const withoutAccents = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/[^\P{M}\u3099\u309a]/gu, '')
		.normalize('NFC')
		.toLowerCase();

const label =
	'(?:(?:eintritt|entrada|entree|entry|admission|price|preis|precio|prix|preco|票价|票價|费用|費用|入场|入場|料金|입장료|السعر|الدخول)\\s?[:：]?\\s?)?';
/** “Free for members” and “free until eight” are not free for everyone. */
const isForSome = /member|会员|會員|會员|membre|miembro|socio|mitglied|学生|學生/u;
export const saysFree = new RegExp(
	`^${label}(?:${freeWords})(?![\\p{Script=Latin}-])(?! (?:for|with|until|before|fur|mit|bis|pour|avec|para|con|com|ate|hasta)(?!\\p{L}))`,
	'u',
);
/** “From 0”: only the cheapest ticket is free. */
const isOpenEnded = /起|から|부터|\+|^(?:from|ab|des|desde|a partir)(?!\p{L})/u;
const amount = /\d{1,9}(?:[.,]\d{1,3})*/g;
/** If a text has no letters besides these, it consists of amounts. */
const currency = /(?:rmb|cny|usd|eur|yuan|euros?|hk\$|us\$|r\$|[元块塊圆円원起から부터])/gu;

/** Reads `1,200`, `12.50` and `12,50`. */
const numberOf = (digits: string): number =>
	Number(digits.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'));

/** @param text in one line */
export function readPrice(text: string): Price | null {
	if (text === '') return null;
	const plain = withoutAccents(text);
	const amounts = (plain.match(amount) ?? []).map(numberOf).filter(Number.isFinite);
	const isNumeric = amounts.length > 0 && !/\p{L}/u.test(plain.replace(currency, ''));
	const isNothing = amounts.every((each) => each === 0);
	const isFree =
		isNothing && (isNumeric ? !isOpenEnded.test(plain) : !isForSome.test(plain) && saysFree.test(plain));
	return { text, isFree, from: isFree ? 0 : isNumeric ? Math.min(...amounts) : null };
}
