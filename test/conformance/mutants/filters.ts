/** Mutants of the filters (Spec §4.2). */
import type { Mutant } from '../mutating-proxy.ts';
import { type Body, body, ignoring, listParameter, paths } from './changes.ts';

export const filterMutants: readonly Mutant[] = [
	{
		name: 'day_type is ignored',
		caughtBy: ['listEvents.day_type.today', 'listEvents.day_type.tomorrow', 'listEvents.day_type.weekend'],
		request: ignoring(paths.events, 'day_type'),
	},
	{
		name: 'today lists the week',
		caughtBy: ['listEvents.day_type.today'],
		request: listParameter('day_type', 'today', 'week'),
	},
	{
		name: 'tomorrow lists today',
		caughtBy: ['listEvents.day_type.apart'],
		request: listParameter('day_type', 'tomorrow', 'today'),
		// Shortly before midnight all events of today alone are over: one is made.
		response: body(paths.events, (list, { url }) => {
			const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
			const [first] = list.events as [Body];
			if (url.searchParams.get('day_type') === 'today')
				Object.assign(first, { begin_time: `${day} 00:00:01`, end_time: `${day} 23:59:58` });
		}),
	},
	{
		name: 'the weekend lists the week',
		caughtBy: ['listEvents.day_type.weekend'],
		request: listParameter('day_type', 'weekend', 'week'),
	},
	{
		name: 'the future lists what is over',
		caughtBy: ['listEvents.day_type.future'],
		response: body(paths.events, (list, { url }) => {
			if (url.searchParams.get('day_type') !== 'future') return;
			for (const event of list.events as Body[])
				Object.assign(event, { begin_time: '2001-01-01 19:00:00', end_time: '2001-01-01 21:00:00' });
		}),
	},
	{
		name: 'the week lists less than today',
		caughtBy: ['listEvents.day_type.nested'],
		response: body(paths.events, (list, { url }) => {
			if (url.searchParams.get('day_type') === 'week')
				Object.assign(list, { count: 0, total: 0, events: [] });
		}),
	},
	{ name: 'type is ignored', caughtBy: ['listEvents.type.music'], request: ignoring(paths.events, 'type') },
	{
		name: 'type is ignored, and events have no category',
		caughtBy: ['listEvents.type.distinct'],
		request: ignoring(paths.events, 'type'),
		response: body(paths.events, (list) => {
			for (const event of list.events as Body[]) delete event.category;
		}),
	},
	{
		name: 'type=film lists music',
		caughtBy: ['listEvents.type.film'],
		request: listParameter('type', 'film', 'music'),
	},
	{
		name: 'type=film lists music, and events have no category',
		caughtBy: ['listEvents.type.apart'],
		request: listParameter('type', 'film', 'music'),
		response: body(paths.events, (list) => {
			for (const event of list.events as Body[]) delete event.category;
		}),
	},
	{
		name: 'type=film lists music too, and events have no category',
		caughtBy: ['listEvents.type.apart'],
		response: (() => {
			let music: Body[] = [];
			return body(paths.events, (list, { url }) => {
				for (const event of list.events as Body[]) delete event.category;
				const type = url.searchParams.get('type');
				if (type === 'music') music = list.events as Body[];
				if (type === 'film') list.events = [...(list.events as Body[]), ...music];
			});
		})(),
	},
	{
		name: 'every type but all is empty',
		caughtBy: ['listEvents.type.distinct'],
		response: body(paths.events, (list, { url }) => {
			if (!['all', null].includes(url.searchParams.get('type')))
				Object.assign(list, { count: 0, total: 0, events: [] });
		}),
	},
	{
		name: 'loc is ignored',
		caughtBy: ['listEvents.loc', 'listEvents.loc-with-type', 'listEvents.loc-with-day_type'],
		request: ignoring(paths.events, 'loc'),
	},
	{
		name: 'loc is ignored beside type',
		caughtBy: ['listEvents.loc-with-type'],
		request: (request) =>
			request.url.searchParams.has('type') ? ignoring(paths.events, 'loc')(request) : undefined,
	},
	{
		name: 'loc is ignored beside day_type',
		caughtBy: ['listEvents.loc-with-day_type'],
		request: (request) =>
			request.url.searchParams.has('day_type') ? ignoring(paths.events, 'loc')(request) : undefined,
	},
	{
		name: 'an unknown city lists every event',
		caughtBy: ['listEvents.unknown-loc'],
		request: ignoring(paths.events, 'loc'),
	},
	{
		name: 'status is ignored',
		caughtBy: ['listParticipatedEvents.status.sum', 'listParticipatedEvents.status.expired'],
		request: ignoring(paths.participated, 'status'),
	},
	{
		name: 'ongoing and expired are swapped',
		caughtBy: ['listParticipatedEvents.status.expired'],
		request: ({ url }) => {
			const swapped = { ongoing: 'expired', expired: 'ongoing' }[url.searchParams.get('status') ?? ''];
			if (swapped !== undefined) url.searchParams.set('status', swapped);
			return undefined;
		},
	},
	{
		name: 'day_type=weekend fails',
		caughtBy: ['listEvents.day_type.weekend'],
		request: listParameter('day_type', 'weekend', 'unknown'),
	},
	{
		name: 'type=commonweal fails',
		caughtBy: ['listEvents.type.commonweal'],
		request: listParameter('type', 'commonweal', 'unknown'),
	},
	{
		name: 'type=all lists only music',
		caughtBy: ['listEvents.type.all'],
		request: listParameter('type', 'all', 'music'),
	},
	{
		name: 'user_created lists the events of everyone',
		caughtBy: ['listCreatedEvents.owner'],
		request: ({ url }) => {
			if (url.pathname.includes('user_created')) url.pathname = '/v2/event/list';
			return undefined;
		},
	},
];
