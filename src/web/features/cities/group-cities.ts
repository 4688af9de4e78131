import type { Loc } from '../../../contract/resources.ts';

/**
 * Groups cities by parent region in the order in which the service lists them.
 *
 * @param isOther whether a place belongs apart, since nobody lives there
 */
export function groupCities(cities: readonly Loc[], isOther: (city: Loc) => boolean) {
	const others = cities.filter(isOther);
	const byParent = Map.groupBy(
		cities.filter((city) => !isOther(city)),
		({ parent }) => parent,
	);
	return { regions: [...byParent].map(([parent, inRegion]) => ({ parent, cities: inRegion })), others };
}
