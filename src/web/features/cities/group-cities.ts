import { isCity, type Loc } from '../../../contract/event/loc.ts';

/**
 * Groups cities by parent region, in the order in which the service lists them. Places where nobody lives are `others`;
 * a place of which the service does not say is a city.
 */
export function groupCities(locs: readonly Loc[]): {
	regions: { parent: string; cities: Loc[] }[];
	others: Loc[];
} {
	const byParent = Map.groupBy(locs.filter(isCity), ({ parent }) => parent);
	return {
		regions: [...byParent].map(([parent, cities]) => ({ parent, cities })),
		others: locs.filter((loc) => !isCity(loc)),
	};
}
