import type { Loc } from '../../../contract/event/loc.ts';
import { editDistance } from '../../../contract/words/edit-distance.ts';

/** Letters and digits only: “Xi’an” is “xian”. */
const plain = (text: string) =>
	text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the letters of a text are in a name, in this order: “gz” in “guangzhou”. */
function isShortFor(text: string, name: string): boolean {
	let at = 0;
	for (const letter of name) if (letter === text[at]) at++;
	return at === text.length && name[0] === text[0];
}

/** Whether the beginning of a name is a text with a typo or two. */
function isTypo(text: string, name: string): boolean {
	const most = text.length < 3 ? 0 : text.length < 6 ? 1 : 2;
	return [-1, 0, 1].some((more) => editDistance(text, name.slice(0, text.length + more)) <= most);
}

/**
 * Finds cities by name or short name: first those that begin with a text, then those that contain it, else those that it is a
 * typo of or short for; each in the order of the service. None for an empty text.
 */
export function matchCities(cities: readonly Loc[], text: string): Loc[] {
	const wanted = plain(text);
	if (wanted === '') return [];
	const names = new Map(cities.map((city) => [city, [plain(city.name), plain(city.uid)]]));
	const those = (isMeant: (name: string) => boolean) =>
		cities.filter((city) => names.get(city)?.some(isMeant));
	const beginning = those((name) => name.startsWith(wanted));
	const found = new Set([...beginning, ...those((name) => name.includes(wanted))]);
	if (found.size > 0) return [...found];
	const typos = those((name) => isTypo(wanted, name));
	return typos.length > 0 ? typos : those((name) => isShortFor(wanted, name));
}
