/** Mutants of the filters (Spec §4.2). */

import { onBody } from '../service/changes.ts';
import { type Fields, inOrder, type Middleware } from '../service/messages.ts';
import { ignoring, listParameter, type Mutant, onCall } from './changes.ts';

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
	['type=film lists music', ['listEvents.type.film'], listParameter('type', 'film', 'music')],
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
