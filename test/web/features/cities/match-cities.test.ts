import { expect, it } from 'vitest';
import { readLoc } from '../../../../src/contract/event/loc.ts';
import { matchCities } from '../../../../src/web/features/cities/match-cities.ts';

it('cities are found by any part of name or short name, first those that begin with it', () => {
	const cities = ['南京 nanjing', '北京 beijing', 'Jinan jn', 'JIngzhou', '京山 x'].map((text, id) => {
		const [name, uid] = text.split(' ');
		return readLoc({ id, name, uid });
	});
	const namesOf = (text: string) => matchCities(cities, text).map(({ name }) => name);
	expect(namesOf(' JIN')).toEqual(['Jinan', 'JIngzhou', '南京', '北京']);
	expect(namesOf('京')).toEqual(['京山', '南京', '北京']);
	expect(namesOf('nowhere')).toEqual([]);
	expect(namesOf(' ')).toEqual([]);
});
