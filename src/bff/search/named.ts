/** Finds the types, venues, organizers and cities that a query names. */
import type { NamedBySearch } from '../../contract/bff-api/search.ts';
import { type PublicEvent, venueFirst } from '../../contract/event/event.ts';
import { isCity, type Loc } from '../../contract/event/loc.ts';
import { otherNamesOf } from '../../contract/words/city-names.ts';
import type { Hit } from './city-index.ts';
import { type QueryPart, typesIn } from './meanings.ts';
import { isChinese, normalize } from './tokenize.ts';

/** Results of each kind: types, venues, organizers, cities. */
const maxNamed = 3;
const maxGrouped = 500;

const posterOf = (events: readonly PublicEvent[]) =>
	events.find(({ posters }) => posters.length > 0)?.posters.at(-1) ?? null;

const typedFrom = (query: string): string => ` ${normalize(query.trim())} `;

/** Removes a city's name from a normalized query. Returns null if the query doesn't name the city. */
function wordsBeside({ name, uid }: Loc, typed: string): string | null {
	const named = [name, uid, ...otherNamesOf(uid)]
		.map(normalize)
		.map((each) => (isChinese(each) ? each : ` ${each} `))
		.find((each) => each.trim().length > 1 && typed.includes(each));
	return named === undefined ? null : typed.replace(named, ' ').trim();
}

/** Removes the name of the searched city: few of its events contain it. Keeps a query that has no other words. */
export const withoutCity = (query: string, here: Loc): string => wordsBeside(here, typedFrom(query)) || query;

/** Finds other cities that the query names. `q`: the rest of the query. */
export function citiesIn(query: string, locs: readonly Loc[], here: Loc) {
	const typed = typedFrom(query);
	const others = locs.filter((loc) => isCity(loc) && loc.uid !== here.uid);
	return others
		.map((loc) => ({ uid: loc.uid, name: loc.name, q: wordsBeside(loc, typed) }))
		.filter((city): city is typeof city & { q: string } => city.q !== null)
		.slice(0, maxNamed);
}

/** Groups hits by key, and returns the largest groups, largest first, each with its best hit. */
function groupsBy(hits: readonly Hit[], keyOf: (hit: Hit) => string) {
	return [...Map.groupBy(hits, keyOf).values()]
		.map((group) => ({
			best: group[0] as Hit,
			count: group.length,
			poster: posterOf(group.map(({ event }) => event)),
		}))
		.toSorted((a, b) => b.count - a.count)
		.slice(0, maxNamed);
}

/** @param parts words of the query, with typos corrected @param hits all hits, best first */
export function namedBy(parts: readonly QueryPart[], hits: readonly Hit[]): NamedBySearch {
	const grouped = hits.slice(0, maxGrouped);
	const isIn = (field: 'place' | 'owner') => grouped.filter(({ fields }) => fields.includes(field));
	return {
		types: typesIn(parts)
			.slice(0, maxNamed)
			.map((type) => ({
				type,
				poster: posterOf(hits.flatMap(({ event }) => (event.type === type ? event : []))),
			})),
		venues: groupsBy(isIn('place'), ({ event }) => event.address).map(
			({ best: { event }, count, poster }) => ({
				name: venueFirst(event).split(' · ', 1)[0] ?? '',
				address: event.address,
				count,
				poster,
			}),
		),
		organizers: groupsBy(isIn('owner'), ({ event }) => event.owner?.id ?? '').flatMap(
			({ best: { event }, count, poster }) => (event.owner ? { person: event.owner, count, poster } : []),
		),
	};
}
