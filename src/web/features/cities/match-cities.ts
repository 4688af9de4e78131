import type { Loc } from '../../../contract/event/loc.ts';

/**
 * The cities whose name or short name contains a text, in any case: first those that begin with it, else in the order in
 * which the service lists them. None for an empty text.
 */
export function matchCities(cities: readonly Loc[], text: string): Loc[] {
	const wanted = text.trim().toLowerCase();
	if (wanted === '') return [];
	const places = cities.map(({ name, uid }) =>
		Math.min(
			...[name, uid]
				.map((each) => each.toLowerCase().indexOf(wanted))
				.map((at) => (at < 0 ? 2 : Math.min(at, 1))),
		),
	);
	return [0, 1].flatMap((place) => cities.filter((_, index) => places[index] === place));
}
