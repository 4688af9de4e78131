import { expect, it } from 'vitest';
import { readLoc } from '../../../../src/contract/event/parse-resources.ts';
import { groupCities } from '../../../../src/web/features/cities/city-choice.tsx';

it('groups cities by region in the order of the service, and uninhabited places separately', () => {
	const locs = [
		readLoc({ id: '1', name: 'A', parent: 'china', habitable: 'yes' }),
		readLoc({ id: '2', name: 'B', parent: 'guangdong', habitable: 'Y' }),
		readLoc({ id: '3', name: 'C', parent: 'china' }),
		readLoc({ id: '4', name: 'D', parent: 'china', habitable: 'no' }),
		readLoc({ id: '5', name: 'E', parent: 'china', habitable: 'who knows' }),
	];
	const { regions, others } = groupCities(locs);
	expect(regions.map(({ parent, cities }) => [parent, cities.map(({ id }) => id).join()])).toEqual([
		['china', '1,3,5'],
		['guangdong', '2'],
	]);
	expect(others.map(({ id }) => id)).toEqual(['4']);
});
