/** What people, the service and time do in a sequence, and what must hold after each step. */
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { OwnEvents, Relations } from '../../src/contract/bff-api/relations.ts';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import type { Written } from '../../src/contract/bff-api/values.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import { people, places, siteOf, sites, type World } from './world.ts';

type Relation = 'joined' | 'wished';
const counters = { joined: 'participantCount', wished: 'wisherCount' } as const;
const resources = { joined: 'participants', wished: 'wishers' } as const;

/** A write takes effect at the service within this time. The site that sent the write shows it from the start. */
const settlingMs = 30_000;
/** EVENTS_MAX_AGE_SECONDS. For as long again, a stale record may be shown while it is loaded. */
const maxAgeMs = 600_000;
/** When a search index is older, a search reads its city again. */
const maxIndexAgeMs = 1_800_000;
/** Values stay fresh longer as the hourly budget is spent: after a sequence, by less than this factor. */
const maxStretch = 2;
/** Upstream calls that one step may cause. A change of a private event whose response is lost causes the most. */
const maxCalls = 20;
/** The same for a step that reads all public surfaces of an event when lists, search index and sitemap are stale. */
const maxCallsOfSurfaces = 40;

/** A busy machine takes a while to load stale values. Less than the 30 s for which a document may be cached. */
const patience = { timeout: 20_000 };

interface Sent {
	person: number;
	relation: Relation;
	isAdded: boolean;
	site: number;
	atMs: number;
	/** Change of the count at the service; 0 if the person had already made the same change. */
	delta: number;
}

interface EventState {
	id: string;
	/** People who have been told that their join or wish succeeded. */
	told: Record<Relation, Set<number>>;
	days: Map<number, string>;
	/** Writes since everything was last settled. */
	sent: Sent[];
	/** Counts at the service when everything was last settled. */
	base: Record<Relation, number>;
	/** Sites that have seen with a token that the event is private. */
	hiddenAt: Set<number>;
}

export interface Model {
	nowMs: number;
	events: EventState[];
}

/** Reads every event at every place, so that the sites know the counts before the first write. */
export async function newModel(world: World, ids: readonly string[]): Promise<Model> {
	for (const id of ids) for (const place of places) await world.get(place, `/api/events/${id}`);
	const events = ids.map((id): EventState => {
		const { participantCount, wisherCount } = world.truth(id);
		return {
			id,
			told: { joined: new Set(), wished: new Set() },
			days: new Map(),
			sent: [],
			base: { joined: participantCount, wished: wisherCount },
			hiddenAt: new Set(),
		};
	});
	return { nowMs: 0, events };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The lowest and highest count that a site may show: with all of its own writes, and any of the other site's. */
function boundsAt(site: number, { sent, base }: EventState, relation: Relation) {
	const all = sent.filter((each) => each.relation === relation);
	const own = sum(all.filter((each) => each.site === site).map(({ delta }) => delta));
	const others = all.filter((each) => each.site !== site).map(({ delta }) => delta);
	// Writes that change nothing, because the person made the same change at the other site, which this site can't know.
	const both = all.filter(({ delta }) => delta === 0).length;
	return [
		base[relation] + own + sum(others.filter((delta) => delta < 0)) - both,
		base[relation] + own + sum(others.filter((delta) => delta > 0)) + both,
	] as const;
}

function expectCounts(site: number, state: EventState, event: Event, where: string): void {
	for (const relation of ['joined', 'wished'] as const) {
		const [least, most] = boundsAt(site, state, relation);
		const count = event[counters[relation]];
		expect(count, `${where}: ${relation}, at least ${least}`).toBeGreaterThanOrEqual(least);
		expect(count, `${where}: ${relation}, at most ${most}`).toBeLessThanOrEqual(most);
	}
}

type Surface = Awaited<ReturnType<typeof surfaces>>[number];

/** Every public surface of one event at one place, as text in which its id is its URL or key. */
async function surfaces(world: World, place: number, id: string, title: string) {
	const query = new URLSearchParams({ q: title });
	const urls = [
		`/api/events/${id}`,
		'/api/cities/108288/events?day_type=future&count=100',
		`/events/${id}`,
		`/events/${id}.ics`,
		`/embed/events/${id}`,
		'/feeds/cities/beijing.ics?day_type=future',
		'/feeds/cities/beijing.atom?day_type=future',
		`/search/cities/beijing?${query}`,
		'/sitemap.xml',
	];
	return Promise.all(urls.map(async (url) => ({ url, ...(await world.get(place, url)) })));
}

async function expectHidden(world: World, site: number, { id }: EventState): Promise<void> {
	const { title } = world.truth(id);
	// A message on Redis tells the other process.
	await expect
		.poll(async () => {
			const shown = [];
			for (const place of places.filter((each) => siteOf(each) === site))
				for (const { url, status, text } of await surfaces(world, place, id, title))
					if (status === 200 && text.includes(id) && !url.startsWith('/search'))
						shown.push(`${place} ${url}`);
					else if (url.startsWith('/search') && hitIds(text).includes(id)) shown.push(`${place} ${url}`);
			return shown;
		}, patience)
		.toEqual([]);
}

const hitsIn = (text: string) => (JSON.parse(text) as SearchResponse).hits.map(({ event }) => event);
const hitIds = (text: string) => hitsIn(text).map(({ id }) => id);

async function expectRelations(world: World, place: number, person: number, model: Model): Promise<void> {
	const response = await world.as(place, person).get('/api/me/relations?status=ongoing');
	expect(response.status).toBe(200);
	const { relations } = (await response.json()) as Relations;
	for (const { id, sent, told, days } of model.events)
		for (const relation of ['joined', 'wished'] as const) {
			const last = sent.findLast((each) => each.person === person && each.relation === relation);
			if (last?.site !== siteOf(place) || model.nowMs >= last.atMs + settlingMs) continue;
			const shown = relations[id]?.[relation] ?? false;
			expect(shown, `${people[person]} at ${place}: ${relation} ${id}`).toBe(told[relation].has(person));
			if (relation === 'joined' && shown) expect(relations[id]?.day).toBe(days.get(person));
		}
}

async function write(
	world: World,
	model: Model,
	{
		place,
		person,
		event,
		relation,
		isAdded,
	}: { place: number; person: number; event: number } & Pick<Sent, 'relation' | 'isAdded'>,
): Promise<void> {
	const state = model.events[event];
	if (state === undefined) return;
	const { id, told } = state;
	const { isPrivate, begin } = world.truth(id);
	const day = begin.slice(0, 10);
	const site = siteOf(place);
	const sent = { person, relation, isAdded, site, atMs: model.nowMs };
	// The site doesn't know the counts of an event that it can't read.
	const isSeen = (await world.get(place, `/api/events/${id}`)).status === 200;
	const response = await world.as(place, person).fetch(`/api/events/${id}/${resources[relation]}`, {
		method: isAdded ? 'POST' : 'DELETE',
		...(relation === 'joined' && isAdded ? { body: { participate_date: day } } : {}),
	});
	const where = `${people[person]} ${isAdded ? 'adds' : 'removes'} ${relation} ${id} at ${place}`;
	if (response.status !== 202) {
		// The service is down, or hides the event from the person, so that a leave whose response was lost stays unknown.
		const isHidden = isPrivate && !world.truth(id).participants.has(person);
		expect(world.service.isDown || isHidden, `${where}: ${response.status} ${await response.text()}`).toBe(
			true,
		);
		if (isHidden && told.joined.delete(person)) state.sent.push({ ...sent, delta: 0 });
		return;
	}
	const delta = told[relation].has(person) === isAdded ? 0 : isAdded ? 1 : -1;
	if (isAdded) told[relation].add(person);
	else told[relation].delete(person);
	if (relation === 'joined' && isAdded) state.days.set(person, day);
	state.sent.push({ ...sent, delta });
	const written = (await response.json()) as Written;
	expect(written.relation[relation], where).toBe(isAdded);
	if (written.event?.privacy === 'private') state.hiddenAt.add(site);
	if (written.event !== null && isSeen && !isPrivate) expectCounts(site, state, written.event, where);
	for (const each of places.filter((other) => siteOf(other) === site))
		await vi.waitFor(async () => {
			const url = `/api/events/${id}`;
			const found = isPrivate || !isSeen ? undefined : shownIn({ url, ...(await world.get(each, url)) }, id);
			if (found !== undefined) expectCounts(site, state, found, `after that, ${url} at ${each}`);
		}, patience);
	await expectRelations(world, place, person, model);
	const mine = await world.as(place, person).get('/api/me/events?relation=participated&status=ongoing');
	const listed = mine.status === 200 ? ((await mine.json()) as OwnEvents).events : [];
	const found = isPrivate || !isSeen ? undefined : listed.find((each) => each.id === id);
	if (found !== undefined) expectCounts(site, state, found, `${where}, in their list`);
}

async function read(world: World, model: Model, place: number, event: number): Promise<void> {
	const state = model.events[event];
	if (state === undefined) return;
	const { isPrivate, title } = world.truth(state.id);
	const site = siteOf(place);
	if (state.hiddenAt.has(site)) return isPrivate ? expectHidden(world, site, state) : undefined;
	for (const surface of await surfaces(world, place, state.id, title)) {
		if (!world.service.isDown) expect(surface.status, `${surface.url} at ${place}`).toBeLessThan(500);
		const found = isPrivate ? undefined : shownIn(surface, state.id);
		if (found !== undefined) expectCounts(site, state, found, `${surface.url} at ${place}`);
	}
}

/** The event, if the surface is JSON that contains it. */
function shownIn({ url, status, text }: Surface, id: string): Event | undefined {
	if (status !== 200) return undefined;
	if (url.startsWith('/api/events/')) return JSON.parse(text) as Event;
	const events = url.startsWith('/api/cities/')
		? (JSON.parse(text) as List<Event>).items
		: url.startsWith('/search')
			? hitsIn(text)
			: [];
	return events.find((event) => event.id === id);
}

async function readAs(world: World, model: Model, place: number, person: number, event: number) {
	const state = model.events[event];
	if (state === undefined) return;
	const response = await world.as(place, person).get(`/api/events/${state.id}`);
	if (response.status === 200) {
		const shown = (await response.json()) as Event;
		if (shown.privacy === 'private') {
			state.hiddenAt.add(siteOf(place));
			await expectHidden(world, siteOf(place), state);
		}
	} else if (!world.service.isDown) expect(response.status).toBeLessThan(500);
	if (!world.service.isDown) await expectRelations(world, place, person, model);
}

/** After the longest time that a surface may be stale, all agree with the service. */
export async function settle(world: World, model: Model): Promise<void> {
	Object.assign(world.service, { isLate: false, drops: false, isDown: false });
	const agesMs = [maxAgeMs, maxIndexAgeMs + settlingMs, maxAgeMs + settlingMs];
	for (const ms of [settlingMs + 1_000, ...agesMs.map((each) => each * maxStretch)]) {
		await world.pass(ms);
		model.nowMs += ms;
		// Read stale surfaces, so that the next round shows new values.
		for (const { id } of model.events)
			for (const place of places) await surfaces(world, place, id, world.truth(id).title);
	}
	for (const state of model.events) {
		const { id, told } = state;
		const truth = world.truth(id);
		expect([...truth.participants].toSorted(), `who joined ${id}`).toEqual([...told.joined].toSorted());
		expect([...truth.wishers].toSorted(), `who wished ${id}`).toEqual([...told.wished].toSorted());
		for (const place of places)
			await expect.poll(() => disagreements(world, place, state), patience).toEqual([]);
		Object.assign(state, {
			sent: [],
			base: { joined: truth.participantCount, wished: truth.wisherCount },
			hiddenAt: new Set(truth.isPrivate ? sites : []),
		});
	}
	for (const [person] of people.entries())
		for (const place of places) await expectOwn(world, model, place, person);
}

/** Removes canceled events. Calendars announce events as canceled that are gone and not known to be private. */
const withoutCanceled = (calendar: string) =>
	calendar
		.split('BEGIN:VEVENT')
		.filter((entry) => !entry.includes('STATUS:CANCELLED'))
		.join('');

/** Surfaces that don't show what the service shows to everyone. */
async function disagreements(world: World, place: number, { id, hiddenAt }: EventState): Promise<string[]> {
	const truth = world.truth(id);
	const wrong: string[] = [];
	for (const surface of await surfaces(world, place, id, truth.title)) {
		const { url, status, text } = surface;
		const shown = url.startsWith('/feeds') && !hiddenAt.has(siteOf(place)) ? withoutCanceled(text) : text;
		const isShown = status === 200 && (url.startsWith('/search') ? hitIds(text) : shown).includes(id);
		if (isShown === truth.isPrivate) wrong.push(`${url} at ${place}: ${status}`);
		const found = shownIn(surface, id);
		if (found === undefined) continue;
		const facts = String([found.participantCount, found.wisherCount, found.begin?.replace('T', ' ')]);
		const expected = String([truth.participantCount, truth.wisherCount, truth.begin]);
		if (facts !== expected) wrong.push(`${url} at ${place}: ${facts}, not ${expected}`);
	}
	for (const relation of ['joined', 'wished'] as const) {
		const url = `/api/events/${id}/${resources[relation]}?start=0&count=100`;
		const total = truth.isPrivate || (JSON.parse((await world.get(place, url)).text) as List<unknown>).total;
		if (total !== true && total !== truth[counters[relation]]) wrong.push(`${url} at ${place}: ${total}`);
	}
	return wrong;
}

async function expectOwn(world: World, model: Model, place: number, person: number): Promise<void> {
	const browser = world.as(place, person);
	const { relations } = (await (await browser.get('/api/me/relations?status=ongoing')).json()) as Relations;
	const { events } = (await (
		await browser.get('/api/me/events?relation=participated&status=ongoing')
	).json()) as OwnEvents;
	const { text } = await world.calendar(place, person);
	for (const { id, told } of model.events) {
		const joined = told.joined.has(person);
		// The service hides the event from this person.
		if (!joined && world.truth(id).isPrivate) continue;
		expect(
			[
				relations[id]?.joined ?? false,
				relations[id]?.wished ?? false,
				events.some((event) => event.id === id),
				text.includes(`event-${id}@`),
			],
			`what ${people[person]} sees of ${id} at ${place}`,
		).toEqual([joined, told.wished.has(person), joined, joined]);
	}
}

class Step implements fc.AsyncCommand<Model, World> {
	readonly name: string;
	readonly act: (world: World, model: Model) => Promise<void> | void;
	readonly maxCalls: number;
	constructor(name: string, act: Step['act'], most = maxCalls) {
		this.name = name;
		this.act = act;
		this.maxCalls = most;
	}
	check = () => true;
	toString = () => this.name;
	async run(model: Model, world: World): Promise<void> {
		const before = world.service.calls;
		await this.act(world, model);
		expect(world.service.calls - before, `calls of: ${this.name}`).toBeLessThanOrEqual(this.maxCalls);
	}
}

const idOf = (events: readonly EventState[], index: number): string => events[index]?.id ?? '';

const place = fc.constantFrom(...places);
const person = fc.nat(people.length - 1);
const event = fc.nat(1);
const relation = fc.constantFrom<Relation>('joined', 'wished');

const writes = fc
	.record({ place, person, event, relation, isAdded: fc.boolean() })
	.map((sent) => new Step(`write ${JSON.stringify(sent)}`, (world, model) => write(world, model, sent)));
const reads = fc
	.tuple(place, event)
	.map(
		([at, of]) =>
			new Step(`read ${of} at ${at}`, (world, model) => read(world, model, at, of), maxCallsOfSurfaces),
	);

/** Steps to choose from at random. Most are by people. */
export const steps: fc.Arbitrary<Step>[] = [
	...[writes, writes, writes, reads, reads],
	fc
		.tuple(place, person, event)
		.map(
			([at, by, of]) =>
				new Step(`${people[by]} reads ${of} at ${at}`, (world, model) => readAs(world, model, at, by, of)),
		),
	fc.constantFrom(1_000, 21_000, 61_000, 601_000).map(
		(ms) =>
			new Step(`${ms / 1000} s pass`, async (world, model) => {
				await world.pass(ms);
				model.nowMs += ms;
			}),
	),
	fc.boolean().map(
		(isLate) =>
			new Step(`late: ${isLate}`, ({ service }) => {
				service.isLate = isLate;
			}),
	),
	fc.boolean().map(
		(isDown) =>
			new Step(`down: ${isDown}`, ({ service }) => {
				service.isDown = isDown;
			}),
	),
	fc.constant(
		new Step('a response is dropped', ({ service }) => {
			service.drops = !service.isLate;
		}),
	),
	fc
		.tuple(event, fc.boolean())
		.map(
			([of, isPrivate]) =>
				new Step(`event ${of} private: ${isPrivate}`, (world, { events }) =>
					world.setPrivate(idOf(events, of), isPrivate),
				),
		),
	fc.tuple(place, event).map(
		([at, of]) =>
			new Step(
				`event ${of} becomes private, and whoever goes reads it at ${at}`,
				async (world, model) => {
					// Read the event, so that every cache has it.
					await read(world, model, at, of);
					await world.setPrivate(idOf(model.events, of), true);
					for (const by of model.events[of]?.told.joined ?? []) await readAs(world, model, at, by, of);
				},
				maxCallsOfSurfaces,
			),
	),
	fc
		.tuple(event, fc.integer({ min: 10, max: 18 }))
		.map(
			([of, hour]) =>
				new Step(`event ${of} moves to ${hour}:00`, (world, { events }) =>
					world.moveTo(idOf(events, of), hour),
				),
		),
	place.map(
		(at) =>
			new Step(`restart ${at}`, async (world, { events }) => {
				await world.restart(at);
				for (const { id } of events) await world.get(at, `/api/events/${id}`);
			}),
	),
];
