/** The seeded people: where they live, and which of them organize events. */
import { mainCities } from './cities.ts';
import { demoAccounts } from './demo-accounts.ts';
import type { Random } from './random.ts';

export interface SeedUser {
	id: string;
	uid: string;
	name: string;
	/** Null for an account that can't sign in. */
	password: string | null;
}

export interface Person extends SeedUser {
	/** Identifiers of the city where they live and, for some, another that they often visit. */
	cities: readonly string[];
}

/** Percentage of a city's people who organize events. */
const organizersOf100 = 9;

/** Identifiers of the main cities, with large ones repeated so that random picks follow the population. */
export const cityWeights: readonly string[] = mainCities.flatMap(({ id }, index) =>
	Array<string>([3, 2][index] ?? 1).fill(id),
);

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧'.split('');
const givenNames =
	'安宁 思远 若溪 子墨 晓棠 一诺 清扬 知夏 嘉木 小满 听雨 南枝 星河 予安 初七 明远 佳怡 子涵 海燕 志强 丽华 文博 雨桐 浩然 静 磊 敏 洋 婷 凯 欣妍 俊杰 梦琪 晨 宇航 雪梅 建国 秀英 楠 帆'.split(
		' ',
	);
const firstNames =
	'Ada Ben Chloe Dan Elif Fei Grace Hugo Iris Jonas Kira Leo Maya Nils Oona Paul Rosa Sam Tove Yusuf Anna Bo Clara Diego Emma Finn Greta Hana Ivan Julia Karim Lena Marco Nina Omar Priya Quentin Ravi Sofia Tom'.split(
		' ',
	);
const lastNames =
	'Fong Berg Silva Okafor Novak Meyer Rossi Haddad Tan Larsen Moreau Kim Ito Weber Costa Ali Dubois Jansen Khan Lopez Murphy Nguyen Olsen Park Quinn Ruiz Sato Varga Walsh Young'.split(
		' ',
	);

const demoCities: readonly (readonly number[])[] = [[0, 1], [0], [1, 0]];

/** Makes people, the demo accounts first. */
export function makePeople(count: number, random: Random): Person[] {
	const people: Person[] = demoAccounts.map((account, index) => ({
		...account,
		cities: (demoCities[index] ?? [0]).map((city) => mainCities[city]?.id ?? ''),
	}));
	while (people.length < count) {
		const id = String(1001 + people.length);
		const isChinese = random.chance(0.65);
		const name = isChinese
			? `${random.pick(surnames)}${random.pick(givenNames)}`
			: `${random.pick(firstNames)} ${random.pick(lastNames)}`;
		const [home, other] = [random.pick(cityWeights), random.pick(cityWeights)];
		people.push({
			id,
			uid: isChinese ? `u${id}` : `${name.toLowerCase().replace(' ', '.')}.${id}`,
			name,
			password: null,
			cities: other !== home && random.chance(0.3) ? [home, other] : [home],
		});
	}
	return people;
}

/** @returns a function that picks an organizer for a city, or anyone if nobody lives there */
export function createOrganizers(people: readonly Person[], random: Random): (cityId: string) => string {
	const [, , , ...others] = people;
	const atHome = Object.groupBy(others, ({ cities }) => cities[0] ?? '');
	return (cityId) => {
		const candidates = atHome[cityId] ?? others;
		const organizers = candidates.slice(0, Math.ceil((candidates.length * organizersOf100) / 100));
		// Squared, so that a few people organize most events.
		return organizers[Math.floor(random.next() ** 2 * organizers.length)]?.id ?? random.pick(people).id;
	};
}
