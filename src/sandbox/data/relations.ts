/** Who is going to the seeded events, or interested in them. Some events attract far more people than others. */
import { eventTypes } from '../../contract/spec/filters.ts';
import { addDays, dayMs, dayOf, msOf, startOfDay } from '../dates.ts';
import { demoAccounts } from './demo-accounts.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import type { SeedEvent } from './seed-event.ts';

interface Relation {
	event_id: string;
	user_id: string;
}

export interface SeedRelations {
	participations: (Relation & { participate_date: string | null })[];
	wishes: Relation[];
	invitations: Relation[];
}

interface Seeded {
	people: readonly Person[];
	events: readonly SeedEvent[];
	/** Relative popularity by event id. */
	appeals: ReadonlyMap<string, number>;
	/** Number of events that every main city always has; `events` begins with these. */
	fixtureCount: number;
	now: string;
}

/** Minimum and maximum number of events per person. */
const numbers = {
	going: [2, 8],
	been: [0, 9],
	interested: [1, 9],
	wasInterested: [0, 3],
} as const;

/** Popularity by rank, as with books, songs and films: a few are known to everyone, and most to few people. */
const zipf = { offset: 2, exponent: 0.95 };
/** The lowest rank of the events that every main city always has. */
const lowestFixtureRank = 60;
/** Probability that a person picks an event of a type that is not a favorite. */
const elsewhere = 0.35;
const favorites = 3;
/** Attempts per pick; if all fail, the person gets one event fewer. */
const maxDraws = 12;

/** Picks an event at random, popular ones more often. */
type Draw = (random: Random) => SeedEvent | undefined;

function createDraw(
	events: readonly SeedEvent[],
	appeals: ReadonlyMap<string, number>,
	fixtures: ReadonlySet<string>,
	random: Random,
): Draw {
	const ranked = events
		// In random order, weighted: an event with twice the appeal is first twice as often.
		.map((event) => ({ event, by: -Math.log(1 - random.next()) / (appeals.get(event.id) ?? 1) }))
		.toSorted((a, b) => a.by - b.by)
		.map(({ event }) => event);
	const sums: number[] = [];
	let sum = 0;
	for (const [rank, { id }] of ranked.entries()) {
		const counted = fixtures.has(id) ? Math.min(rank, lowestFixtureRank) : rank;
		sum += (counted + zipf.offset) ** -zipf.exponent;
		sums.push(sum);
	}
	return (source) => {
		const at = source.next() * sum;
		let [low, high] = [0, ranked.length - 1];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((sums[middle] ?? 0) > at) high = middle;
			else low = middle + 1;
		}
		return ranked[low];
	};
}

/** Whether an event runs for more than a week. */
const isLongRunning = ({ begin_time, end_time }: SeedEvent): boolean =>
	msOf(end_time) - msOf(begin_time) > 7 * dayMs;

/** Whether no one could attend both events. */
type Clash = (a: SeedEvent, b: SeedEvent) => boolean;

function createClash(events: readonly SeedEvent[]): Clash {
	// Long-running events can be visited at another time. Computed once, since parsing times per pair is slow.
	const longRunning = new Set(events.filter(isLongRunning));
	return (a, b) =>
		a.begin_time < b.end_time && b.begin_time < a.end_time && !longRunning.has(a) && !longRunning.has(b);
}

/** The day on which a person goes; null if undecided. */
function chooseDate(event: SeedEvent, random: Random): string | null {
	if (random.chance(0.25)) return null;
	const [first, last] = [dayOf(event.begin_time), dayOf(event.end_time)];
	const days = isLongRunning(event) ? (msOf(startOfDay(last)) - msOf(startOfDay(first))) / dayMs : 0;
	return addDays(first, random.between(0, days));
}

export function makeRelations(
	{ people, events, appeals, fixtureCount, now }: Seeded,
	random: Random,
): SeedRelations {
	const clashes = createClash(events);
	const open = events.filter(({ is_priv }) => !is_priv);
	const fixtures = new Set(events.slice(0, fixtureCount).map(({ id }) => id));
	const drawsOf = (isOver: boolean): Map<string, Draw> => {
		const inTime = open.filter(({ end_time }) => end_time <= now === isOver);
		const cities = Object.groupBy(inTime, ({ loc_id }) => loc_id);
		return new Map(
			Object.entries(cities).map(([id, list = []]) => [id, createDraw(list, appeals, fixtures, random)]),
		);
	};
	const [upcoming, over] = [drawsOf(false), drawsOf(true)];
	const categories = eventTypes.filter((type) => type !== 'all');

	const chooseFor = (
		{ cities }: Person,
		draws: Map<string, Draw>,
		[fewest, most]: readonly [number, number],
		likes: ReadonlySet<string>,
		isFree: (event: SeedEvent) => boolean,
	): SeedEvent[] => {
		const chosen = new Set<SeedEvent>();
		const wanted = random.between(fewest, most);
		for (let draw = 0; draw < wanted * maxDraws && chosen.size < wanted; draw += 1) {
			const [home = '', other = home] = cities;
			const event = draws.get(random.chance(0.8) ? home : other)?.(random);
			if (event === undefined || !(likes.has(event.category) || random.chance(elsewhere))) continue;
			if (isFree(event) && ![...chosen].some((each) => clashes(each, event))) chosen.add(event);
		}
		return [...chosen];
	};

	const relations: SeedRelations = { participations: [], wishes: [], invitations: [] };
	const join = (user_id: string, event: SeedEvent) =>
		relations.participations.push({
			event_id: event.id,
			user_id,
			participate_date: chooseDate(event, random),
		});
	const wish = (user_id: string, { id }: SeedEvent) => relations.wishes.push({ event_id: id, user_id });

	for (const person of people) {
		const likes = new Set(Array.from({ length: favorites }, () => random.pick(categories)));
		const going = chooseFor(person, upcoming, numbers.going, likes, () => true);
		for (const event of going) join(person.id, event);
		for (const event of chooseFor(person, over, numbers.been, likes, () => true)) join(person.id, event);
		// People who are going don't mark interest as well.
		const isOther = (event: SeedEvent) => !going.includes(event);
		for (const event of chooseFor(person, upcoming, numbers.interested, likes, isOther))
			wish(person.id, event);
		for (const event of chooseFor(person, over, numbers.wasInterested, likes, () => true))
			wish(person.id, event);
	}
	addDemoPeople(events, relations, now, clashes, random);
	inviteToPrivate(people, events, relations, random);
	return relations;
}

/** Fills all lists of the demo people. Alice has two events at the same time. */
function addDemoPeople(
	events: readonly SeedEvent[],
	{ participations, wishes, invitations }: SeedRelations,
	now: string,
	clashes: Clash,
	random: Random,
): void {
	const inBeijing = events.filter(({ loc_id }) => loc_id === events[0]?.loc_id);
	const upcoming = inBeijing.filter(({ is_priv, begin_time }) => !is_priv && begin_time > now);
	const over = inBeijing.filter(({ is_priv, end_time }) => !is_priv && end_time <= now);
	const hidden = events.filter(({ is_priv, end_time }) => is_priv && end_time > now);
	const [{ id: alice }] = demoAccounts;
	const goesTo = new Set(
		participations.flatMap(({ user_id, event_id }) => (user_id === alice ? [event_id] : [])),
	);
	const clash = upcoming.find(
		(event) =>
			!goesTo.has(event.id) && upcoming.some((other) => goesTo.has(other.id) && clashes(event, other)),
	);
	if (clash !== undefined)
		participations.push({ event_id: clash.id, user_id: alice, participate_date: dayOf(clash.begin_time) });
	for (const [index, { id }] of demoAccounts.entries()) {
		for (const list of [upcoming, upcoming, over]) random.pick(list).owner_id = id;
		const own = hidden[index];
		if (own !== undefined) own.owner_id = id;
		invitations.push({ event_id: random.pick(upcoming).id, user_id: id });
		participations.push({ event_id: random.pick(over).id, user_id: id, participate_date: null });
		wishes.push({ event_id: random.pick(over).id, user_id: id });
	}
}

/** Private events have guests: some of the invited people go. The demo people invite each other. */
function inviteToPrivate(
	people: readonly Person[],
	events: readonly SeedEvent[],
	{ invitations, participations }: SeedRelations,
	random: Random,
): void {
	const demo = new Set<string>(demoAccounts.map(({ id }) => id));
	for (const event of events.filter(({ is_priv }) => is_priv)) {
		const others = people.filter(({ id }) => !demo.has(id));
		const atHome = others.filter(({ cities }) => cities[0] === event.loc_id);
		const friends = atHome.length > 0 ? atHome : others;
		const guests = new Set(Array.from({ length: random.between(5, 12) }, () => random.pick(friends).id));
		if (demo.has(event.owner_id)) for (const id of demo) guests.add(id);
		guests.delete(event.owner_id);
		for (const user_id of guests) {
			invitations.push({ event_id: event.id, user_id });
			// The demo people have not decided yet.
			if (!demo.has(user_id) && random.chance(0.6))
				participations.push({ event_id: event.id, user_id, participate_date: dayOf(event.begin_time) });
		}
	}
}
