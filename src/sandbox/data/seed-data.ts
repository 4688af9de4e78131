/** The seeded cities, people, events and relations: deterministic for a seed, dated around now. */
import { eventTypes } from '../../contract/spec/filters.ts';
import { addDays, dayMs, dayOf, msOf, startOfDay, timeOf, weekdayOf } from '../dates.ts';
import { mainCities, otherCities, type SeedLoc } from './cities.ts';
import { type Category, privateTemplates, type Template, templates } from './event-templates.ts';
import { cityWeights, createOrganizers, makePeople, type SeedUser } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { makeRelations, type SeedRelations } from './relations.ts';
import type { SeedEvent } from './seed-event.ts';
import { createFill, makeContent, makeHtmlContent } from './texts.ts';
import { anyNames, type LocalNames, namesOf, type Venue, venuesOf } from './venues.ts';

export interface SeedData extends SeedRelations {
	locs: SeedLoc[];
	users: SeedUser[];
	events: SeedEvent[];
}

const sizes = {
	demo: { people: 2_400, events: 3_000, privateEvents: 30 },
	small: { people: 120, events: 420, privateEvents: 8 },
} as const;
const categories = eventTypes.filter((type): type is Category => type !== 'all');

const hourMs = 3_600_000;
const soonestEveningStart = 18;

/** Properties of an event that are fixed before its other ones are chosen. */
interface Wanted {
	loc: SeedLoc;
	category: Category;
	/** Days from today until the evening it starts. */
	day: number;
}

/** Each main city has an event of every type tonight, tomorrow night, and on the coming Saturday. */
function makeFixtures(today: string): Wanted[] {
	const weekday = weekdayOf(today);
	const saturday = weekday === 6 ? 7 : 6 - weekday;
	return mainCities.flatMap((loc) =>
		categories.flatMap((category) => [0, 1, saturday].map((day) => ({ loc, category, day }))),
	);
}

/** Some private events in the coming days, in the two largest cities, where the demo people live. */
const makePrivateFixtures = (): Wanted[] =>
	[2, 4, 6, 9, 12, 15].flatMap((day, index) => {
		const loc = mainCities[index % 2];
		return loc === undefined ? [] : [{ loc, category: 'others' as const, day }];
	});

const habitable = otherCities.filter((city) => city.habitable);

function chooseLoc(random: Random): SeedLoc {
	if (random.chance(0.06)) return random.pick(habitable);
	const id = random.pick(cityWeights);
	return mainCities.find((city) => city.id === id) ?? random.pick(mainCities);
}

const chooseTemplate = (all: readonly Template[], random: Random): Template =>
	random.pick(all.flatMap((each) => Array<Template>(each.weight ?? 1).fill(each)));

/** Days from today: most events are in the coming days, and some are over. */
function chooseDay({ days }: Template, random: Random): number {
	if (days !== undefined && days[1] > 4) return random.between(-Math.round(days[1] * 0.8), 20);
	return random.chance(0.16) ? random.between(-40, -1) : Math.floor(random.next() ** 1.6 * 36);
}

interface Chosen {
	template: Template;
	/** Days from today. */
	day: number;
	/** Hour of the day. */
	start: number;
}

function choose(wanted: Wanted | undefined, all: readonly Template[], today: string, random: Random): Chosen {
	if (wanted === undefined) {
		const template = chooseTemplate(all, random);
		const { weekdays, starts } = template;
		let day = chooseDay(template, random);
		while (weekdays !== undefined && !weekdays.includes(weekdayOf(addDays(today, day)))) day += 1;
		return { template, day, start: random.pick(starts) };
	}
	const weekday = weekdayOf(addDays(today, wanted.day));
	const inEvening = ({ starts }: Template) =>
		starts.filter((hour) => hour >= soonestEveningStart && hour < 21);
	const fitting = all.filter(
		(each) =>
			each.days === undefined && (each.weekdays?.includes(weekday) ?? true) && inEvening(each).length > 0,
	);
	const template = chooseTemplate(fitting, random);
	return { template, day: wanted.day, start: random.pick(inEvening(template)) };
}

function otherVenue({ name }: SeedLoc, random: Random): Venue {
	return {
		kind: 'room',
		address: `${name}文化馆 ${random.between(1, 9)}号厅`,
		latitude: random.between(24, 38) + random.next(),
		longitude: random.between(104, 120) + random.next(),
		near: null,
	};
}

/** Names for an event at this venue. Outdoor events are named after their quarter. */
function namesAt({ uid }: SeedLoc, { near }: Venue): LocalNames {
	const names = namesOf[uid] ?? anyNames;
	return near === null ? names : { ...names, place: [near[0]], placeEn: [near[1]] };
}

/** For each type, a subtype and tags, as live services send them. */
const kinds: Readonly<Record<Category, readonly [subtype: string, tags: string]>> = {
	music: ['小型现场', 'livehouse,原创'],
	film: ['主题放映', 'film club,映后谈'],
	drama: ['小剧场', 'black box,新作'],
	commonweal: ['志愿服务', 'newcomers,邻里'],
	salon: ['分享会', 'Q&A,提问'],
	exhibition: ['当代', 'guided tour,导览'],
	party: ['主题派对', 'DJ,dress code'],
	sports: ['团体运动', 'beginners,新手友好'],
	travel: ['城市漫步', 'small group,小团'],
	others: ['体验', 'hands-on,动手'],
};

/** Fields that the specification lacks, as live services send them for some events. */
function extraOf(
	index: number,
	{ category, begin_time, end_time }: SeedEvent,
	price: number,
	isDaily: boolean,
) {
	const [subcategory_name, tags] = kinds[category];
	const [opens, closes] = [begin_time, end_time].map((time) => time.slice(11, 16));
	return {
		...(index % 4 === 3 ? {} : { fee_str: price === 0 ? '免费' : `¥${price}`, price_range: String(price) }),
		...(index % 2 === 0 ? { tags, subcategory_name } : { tags: '' }),
		...(isDaily ? { time_str: `每天 ${opens}-${closes}` } : {}),
	};
}

interface EventParts {
	index: number;
	wanted: Wanted | undefined;
	isPrivate: boolean;
}

function makeEvent(
	{ index, wanted, isPrivate }: EventParts,
	today: string,
	organizerOf: (cityId: string) => string,
	random: Random,
): { event: SeedEvent; appeal: number } {
	const loc = wanted?.loc ?? chooseLoc(random);
	const category = isPrivate ? 'others' : (wanted?.category ?? random.pick(categories));
	const inCity = (isPrivate ? privateTemplates : templates[category]).filter(
		({ only = loc.uid }) => only === loc.uid,
	);
	const { template, day, start } = choose(wanted, inCity, today, random);
	const venues = venuesOf[loc.uid];
	const venue =
		venues === undefined
			? otherVenue(loc, random)
			: random.pick(venues.filter(({ kind }) => kind === template.at));
	const fill = createFill(namesAt(loc, venue), random);
	const title = fill(template.title);
	const hours = random.pick(template.hours);
	const lasts = template.days === undefined ? 0 : random.between(...template.days);
	const begin = msOf(startOfDay(today)) + day * dayMs + start * hourMs;
	const about = fill(template.about);
	const price = random.pick(template.prices);
	const content = makeContent(template, about, { start, hours, price }, random);
	const event: SeedEvent = {
		id: String(10_000_001 + index),
		title,
		content: index % 97 === 0 ? makeHtmlContent(title, content) : content,
		begin_time: timeOf(begin),
		end_time: timeOf(begin + lasts * dayMs + hours * hourMs),
		address: `${loc.name} ${isPrivate ? '家中（门牌号见邀请）' : venue.address}`,
		geo: random.chance(0.01) ? '0 0' : `${venue.latitude.toFixed(6)} ${venue.longitude.toFixed(6)}`,
		loc_id: loc.id,
		owner_id: organizerOf(loc.id),
		category,
		album: String(50_000_001 + index),
		is_priv: isPrivate,
		extra: '{}',
	};
	event.extra = JSON.stringify(extraOf(index, event, price, lasts > 0));
	return { event, appeal: template.appeal ?? 1 };
}

/**
 * Makes the seeded data.
 * @param options events are dated around `now`; `small` is for tests
 */
export function seedData({
	seed,
	now,
	size,
}: {
	seed: number;
	now: string;
	size: 'demo' | 'small';
}): SeedData {
	const random = createRandom(seed);
	const today = dayOf(now);
	const { people: peopleCount, events: eventCount, privateEvents } = sizes[size];
	const people = makePeople(peopleCount, random);
	const organizerOf = createOrganizers(people, random);
	const fixtures = makeFixtures(today);
	const privateFixtures = makePrivateFixtures();
	const firstPrivate = eventCount - privateEvents;
	const made = Array.from({ length: eventCount }, (_, index) => {
		const isPrivate = index >= firstPrivate;
		const wanted = isPrivate ? privateFixtures[index - firstPrivate] : fixtures[index];
		return makeEvent({ index, wanted, isPrivate }, today, organizerOf, random);
	});
	const events = made.map(({ event }) => event);
	const appeals = new Map(made.map(({ event, appeal }) => [event.id, appeal]));
	const relations = makeRelations({ people, events, appeals, fixtureCount: fixtures.length, now }, random);
	const users = people.map(({ cities: _, ...user }) => user);
	return { locs: [...mainCities, ...otherCities], users, events, ...relations };
}
