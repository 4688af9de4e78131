/** The seeded cities, people, events and relations: deterministic from a seed, dated around now. */
import {
	addDays,
	type Day,
	dayMs,
	dayOf,
	dayStartMs,
	type WallClock,
	wallClockFromMs,
	weekdayOf,
} from '../../contract/event/wall-clock.ts';
import { eventTypes } from '../../contract/spec/filters.ts';
import { type MainCity, mainCities, otherCities, type SeedLoc } from './cities.ts';
import { demoAccounts } from './demo-accounts.ts';
import { createRandom, type Random } from './random.ts';
import { type Category, makeContent, makeHtmlContent, makeTitle } from './titles.ts';

interface SeedUser {
	id: string;
	uid: string;
	name: string;
	/** Null for an account that nobody can sign in to. */
	password: string | null;
}
export interface SeedEvent {
	id: string;
	title: string;
	content: string;
	begin_time: WallClock;
	end_time: WallClock;
	address: string;
	geo: string;
	loc_id: string;
	owner_id: string;
	category: Category;
	album: string;
	is_priv: boolean;
}
export interface SeedData {
	locs: SeedLoc[];
	users: SeedUser[];
	events: SeedEvent[];
	participations: { event_id: string; user_id: string; participate_date: Day | null }[];
	wishes: { event_id: string; user_id: string }[];
}

const sizes = { demo: { users: 300, events: 3_000 }, small: { users: 40, events: 420 } } as const;
const categories = eventTypes.filter((type): type is Category => type !== 'all');
const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'.split('');
const givenNames = '安宁 思远 若溪 子墨 晓棠 一诺 清扬 知夏 嘉木 小满 听雨 南枝 星河 予安 初七'.split(' ');
const firstNames =
	'Ada Ben Chloe Dan Elif Fei Grace Hugo Iris Jonas Kira Leo Maya Nils Oona Paul Rosa Sam Tove Yusuf'.split(
		' ',
	);
const lastNames = 'Fong Berg Silva Okafor Novak Meyer Rossi Haddad Tan Larsen Moreau Kim'.split(' ');

const hourMs = 3_600_000;

/** @returns start and end in milliseconds of the wall clock: some hours, over midnight, some days, or weeks and months */
function makeTimes(category: Category, today: Day, random: Random): { begin: number; end: number } {
	const midnight = dayStartMs(today);
	const longRunning = category === 'exhibition' ? 0.6 : category === 'drama' ? 0.25 : 0.06;
	if (random.chance(longRunning)) {
		const begin = midnight + random.between(-50, 20) * dayMs + 10 * hourMs;
		return { begin, end: begin + random.between(14, 100) * dayMs + 8 * hourMs };
	}
	// Most events are in the coming days, and some are over.
	const day = random.chance(0.16) ? random.between(-40, -1) : Math.floor(random.next() ** 1.6 * 36);
	const hour = random.pick([10, 13.5, 14, 15, 18.5, 19, 19.5, 19.5, 20, 20, 21]);
	const begin = midnight + day * dayMs + hour * hourMs;
	if (random.chance(0.1)) return { begin, end: begin + random.between(1, 3) * dayMs + 2 * hourMs };
	if (category === 'party' || random.chance(0.04))
		return { begin: begin + 2 * hourMs, end: begin + 8 * hourMs };
	return { begin, end: begin + random.pick([1.5, 2, 2, 2.5, 3, 4]) * hourMs };
}

function makeUsers(count: number, random: Random): SeedUser[] {
	const users: SeedUser[] = demoAccounts.map((account) => ({ ...account }));
	while (users.length < count) {
		const id = String(1001 + users.length);
		const chinese = random.chance(0.6);
		const name = chinese
			? `${random.pick(surnames)}${random.pick(givenNames)}`
			: `${random.pick(firstNames)} ${random.pick(lastNames)}`;
		users.push({
			id,
			uid: chinese ? `u${id}` : `${name.toLowerCase().replace(' ', '.')}.${id}`,
			name,
			password: null,
		});
	}
	return users;
}

/** A city, type and evening that always has an event. */
interface Fixture {
	city: MainCity;
	category: Category;
	/** Days from today. */
	day: number;
}

/** Each main city has something of every type tonight, tomorrow night, and on the coming Saturday. */
function makeFixtures(today: Day): Fixture[] {
	const weekday = weekdayOf(today);
	const saturday = weekday === 6 ? 7 : 6 - weekday;
	return mainCities.flatMap((city) =>
		categories.flatMap((category) => [0, 1, saturday].map((day) => ({ city, category, day }))),
	);
}

function makeEvent(
	index: number,
	today: Day,
	users: readonly SeedUser[],
	random: Random,
	fixture?: Fixture,
): SeedEvent {
	const inMainCity = !random.chance(0.06);
	const main: MainCity | undefined =
		fixture?.city ??
		(inMainCity ? random.pick([mainCities[0], mainCities[0], ...mainCities] as MainCity[]) : undefined);
	const loc: SeedLoc = main ?? random.pick(otherCities.filter(({ habitable }) => habitable));
	const category = fixture?.category ?? random.pick(categories);
	const evening =
		fixture === undefined
			? undefined
			: dayStartMs(addDays(today, fixture.day)) + random.pick([18.5, 19, 19.5, 20]) * hourMs;
	const { begin, end } =
		evening === undefined
			? makeTimes(category, today, random)
			: { begin: evening, end: evening + random.pick([2, 2.5, 3]) * hourMs };
	const title = makeTitle(category, random);
	const latitude = (main?.latitude ?? random.between(24, 38)) + (random.next() - 0.5) * 0.14;
	const longitude = (main?.longitude ?? random.between(104, 120)) + (random.next() - 0.5) * 0.18;
	return {
		id: String(10_000_001 + index),
		title,
		content: index % 97 === 0 ? makeHtmlContent(title) : makeContent(title, random),
		begin_time: wallClockFromMs(begin),
		end_time: wallClockFromMs(end),
		address:
			main === undefined
				? `${loc.name} 文化馆 ${random.between(1, 9)}号厅`
				: `${loc.name} ${random.pick(main.venues)}`,
		geo: random.chance(0.01) ? '0 0' : `${latitude.toFixed(6)} ${longitude.toFixed(6)}`,
		loc_id: loc.id,
		owner_id: random.chance(0.03) ? random.pick(demoAccounts).id : random.pick(users).id,
		category,
		album: String(50_000_001 + index),
		is_priv: fixture === undefined && random.chance(0.015),
	};
}

/** An endless sequence of events, for sandboxes of any size. @param now the events are dated around it */
export function* makeEvents(
	seed: number,
	now: WallClock,
	userIds: readonly string[],
): Generator<SeedEvent, never> {
	const random = createRandom(seed);
	const today = dayOf(now);
	const users = userIds.map((id) => ({ id, uid: id, name: id, password: null }));
	for (let index = 0; ; index++) yield makeEvent(index, today, users, random);
}

/**
 * Makes the seeded data.
 *
 * @param options events are dated around `now`; `small` is for tests
 */
export function seedData({
	seed,
	now,
	size,
}: {
	seed: number;
	now: WallClock;
	size: 'demo' | 'small';
}): SeedData {
	const random = createRandom(seed);
	const today = dayOf(now);
	const users = makeUsers(sizes[size].users, random);
	const fixtures = makeFixtures(today);
	const events = Array.from({ length: sizes[size].events }, (_, index) =>
		makeEvent(index, today, users, random, fixtures[index]),
	);
	const participations: SeedData['participations'] = [];
	const wishes: SeedData['wishes'] = [];
	for (const event of events) {
		const popularity = random.chance(0.08) ? 0 : random.next() ** 3;
		for (const user of users) {
			const date = random.chance(0.7) ? dayOf(event.begin_time) : null;
			if (random.chance(popularity * 0.22))
				participations.push({ event_id: event.id, user_id: user.id, participate_date: date });
			if (random.chance(popularity * 0.3)) wishes.push({ event_id: event.id, user_id: user.id });
		}
	}
	const locs = [
		...mainCities.map(({ id, name, uid, parent, habitable }) => ({ id, name, uid, parent, habitable })),
		...otherCities,
	];
	return { locs, users, events, participations, wishes };
}
