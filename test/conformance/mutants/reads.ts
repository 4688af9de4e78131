/** Mutants of events, lists, cities and filters (Spec §2.1 to §2.4, §4.2). */
import { personLists } from '../../../src/contract/spec/operations.ts';
import { atMost10, positionsFromOne } from '../lawful/lists.ts';
import { onBody, onResponse } from '../service/changes.ts';
import { type Fields, inOrder, type Middleware } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { ignoring, listParameter, type Mutant, onCall, onField } from './changes.ts';

/** A mutant in one field of a single event. */
const field = (
	what: string,
	name: string,
	change: (value: unknown, event: Fields) => unknown,
	caughtBy: readonly string[] = [`event.${name}`],
): Mutant => [what, caughtBy, onField('getEvent', name, change)];

/** One mutant per way to judge a field is enough, since one table generates the checks of all fields. */
export const eventMutants: readonly Mutant[] = [
	field('a number for the event id', 'id', Number),
	field('begin_time with a T', 'begin_time', (value) => String(value).replace(' ', 'T')),
	field('geo with longitude first', 'geo', () => '116.397428 39.909230'),
	field('the owner as an id', 'owner', () => '1001', ['event.owner', 'owner.id']),
	field('a participant_count below the total of participants', 'participant_count', (n) => Number(n) - 1, [
		'listParticipants.counter',
	]),
	field('a relative URL of the image', 'image', () => '/poster.jpg'),
	field('a space in the URL of the image', 'image', (url) => `${url}?of=an evening`),
	field('an underscored image_hlarge', 'image-hlarge', (value, event) => {
		event.image_hlarge = value;
		return undefined;
	}),
	field('a different title than in the list', 'title', () => 'something else', ['getEvent.as-listed']),
	field('no adapt_url, which lists have', 'adapt_url', () => undefined, ['getEvent.as-listed']),
	field('the name of another city', 'loc_name', () => 'Elsewhere', ['getEvent.city']),
	field('a different event than the requested one', 'id', (id) => `${id}1`, ['getEvent.response']),
];

const eventLists = ['listEvents', ...personLists] as const;

export const listMutants: readonly Mutant[] = [
	['a string for total', ['listEvents.total'], onField('listEvents', 'total', String)],
	[
		'a total that is one too low',
		['listEvents.all-pages', 'listCreatedEvents.all-pages'],
		onField(eventLists, 'total', (total) => Number(total) - 1),
	],
	[
		'a total that is one too low where positions count from 1',
		['listLocs.all-pages'],
		inOrder(
			onField('listLocs', 'total', (total) => Number(total) - 1),
			positionsFromOne,
		),
	],
	[
		'another total beyond the first page',
		['listLocs.all-pages'],
		inOrder(
			onField('listLocs', 'total', (total, { start }) => Number(total) + Number(start)),
			atMost10.create(),
		),
	],
	['a total of zero', ['listWishers.first-page'], onField('listWishers', 'total', () => 0)],
	['a list that starts at 7', ['listLocs.first-page'], onField('listLocs', 'start', (n) => Number(n) + 7)],
	['a count below the number sent', ['listEvents.count-meaning'], onField('listEvents', 'count', () => 1)],
	[
		'the cities as a bare array',
		['listLocs.locs', 'listLocs.total', 'listLocs.count'],
		onResponse((response, request) => {
			if (operationOf(request) === 'listLocs') response.body = (response.body as Fields).locs;
		}),
	],
	[
		'a number for the title of a listed event',
		['listCreatedEvents.events', 'listEvents.events'],
		onBody(eventLists, ({ events }) => {
			for (const event of events as Fields[]) event.title = 7;
		}),
	],
	[
		'a start that is echoed in the response but ignored',
		['listLocs.paging'],
		inOrder(
			ignoring('listLocs', 'start'),
			onBody('listLocs', (list, { query }) => {
				list.start = query.get('count') === '1' ? 1 : 0;
			}),
		),
	],
	[
		'a city inside a wrapper',
		['getLoc.response', 'loc.id'],
		onResponse((response, request) => {
			if (operationOf(request) === 'getLoc') response.body = { loc: response.body };
		}),
	],
	[
		'a begin_time that is no time, beyond the first page',
		['listEvents.events'],
		onBody('listEvents', ({ events }) => {
			for (const event of (events as Fields[]).slice(30)) event.begin_time = 'soon';
		}),
	],
	[
		'the first city in the place of every other',
		['getLoc.as-listed'],
		onCall('getLoc', ({ path }) => path.splice(2, 1, '108288')),
	],
];

/** Changes the event lists that were requested with this value of a parameter. */
const listOf = (name: string, value: string, change: (list: Fields) => void): Middleware =>
	onBody('listEvents', (list, { query }) => {
		if (query.get(name) === value) change(list);
	});

const empty = (list: Fields) => Object.assign(list, { count: 0, total: 0, events: [] });

/** Events without the extra field that contains their type. */
const withoutCategory = onBody('listEvents', ({ events }) => {
	for (const event of events as Fields[]) delete event.category;
});

export const filterMutants: readonly Mutant[] = [
	[
		'day_type is ignored',
		['listEvents.day_type.today', 'listEvents.day_type.tomorrow', 'listEvents.day_type.weekend'],
		ignoring('listEvents', 'day_type'),
	],
	[
		'tomorrow lists today',
		['listEvents.day_type.apart'],
		inOrder(
			listParameter('day_type', 'tomorrow', 'today'),
			// Shortly before midnight no one-day event of today is left, so this creates one.
			listOf('day_type', 'today', ({ events }) => {
				const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
				const [first] = events as [Fields];
				Object.assign(first, { begin_time: `${day} 23:00:01`, end_time: `${day} 23:59:58` });
			}),
		),
	],
	[
		'the future lists past events',
		['listEvents.day_type.future'],
		listOf('day_type', 'future', ({ events }) => {
			for (const event of events as Fields[])
				Object.assign(event, { begin_time: '2001-01-01 19:00:00', end_time: '2001-01-01 21:00:00' });
		}),
	],
	['the week lists less than today', ['listEvents.day_type.nested'], listOf('day_type', 'week', empty)],
	['type is ignored', ['listEvents.type.music'], ignoring('listEvents', 'type')],
	[
		'type is ignored, and events have no category',
		['listEvents.type.distinct'],
		inOrder(ignoring('listEvents', 'type'), withoutCategory),
	],
	[
		'loc is ignored',
		['listEvents.loc', 'listEvents.loc-with-type', 'listEvents.loc-with-day_type', 'listEvents.unknown-loc'],
		ignoring('listEvents', 'loc'),
	],
	[
		'status is ignored',
		['listParticipatedEvents.status.sum', 'listParticipatedEvents.status.expired'],
		ignoring('listParticipatedEvents', 'status'),
	],
	['type=all lists only music', ['listEvents.type.all'], listParameter('type', 'all', 'music')],
	[
		'user_created lists the events of everyone',
		['listCreatedEvents.owner'],
		onCall('listCreatedEvents', (request) => {
			request.path = ['v2', 'event', 'list'];
		}),
	],
];
