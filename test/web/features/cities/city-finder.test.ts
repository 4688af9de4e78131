import { expect, it } from 'vitest';
import { readLoc } from '../../../../src/contract/event/parse-resources.ts';
import { matchCities } from '../../../../src/web/features/cities/city-finder.tsx';
import { latinName } from '../../../../src/web/features/cities/latin-name.tsx';

it.each([
	[' JIN', ['Jinan', 'JIngzhou', '南京', '北京']],
	['京', ['京山', '南京', '北京']],
	['nowhere', []],
	['berlin', []],
	[' ', []],
])(
	'finds cities by any part of the name or short name, those that begin with it first: %j',
	(text, names) => {
		const cities = ['南京 nanjing', '北京 beijing', 'Jinan jn', 'JIngzhou', '京山 x'].map((each, id) => {
			const [name, uid] = each.split(' ');
			return readLoc({ id, name, uid });
		});
		expect(matchCities(cities, text).map(({ name }) => name)).toEqual(names);
	},
);

it.each([
	['bejing', 'Beijing'],
	['biejing', 'Beijing'],
	['guanhzhouu', 'Guangzhou'],
	['guangzou', 'Guangzhou'],
	['gz', 'Guangzhou'],
	['xi an', 'Xian'],
	['Peking', 'Beijing'],
	['Cantón', 'Guangzhou'],
	['廣州', 'Guangzhou'],
])('“%s” is understood as %s', (text, name) => {
	const cities = ['Beijing', 'Shanghai', 'Guangzhou', 'Xian', 'Nanjing'].map((each) =>
		readLoc({ id: each, name: each, uid: each.toLowerCase() }),
	);
	expect(matchCities(cities, text).map((city) => city.name)).toEqual([name]);
});

it.each([
	['北京', 'beijing', 'Beijing'],
	['香港', 'hong-kong', 'Hong Kong'],
	['Halle', 'halle', null],
	['北京', '108288', null],
])('the Latin name of %s (%s) is %s', (name, uid, latin) => {
	expect(latinName({ name, uid })).toBe(latin);
});
