/** Mutants of the filters (Spec §4.2). */
import type { Mutant } from '../mutating-proxy.ts';
import { type Body, body, ignoring, paths } from './changes.ts';

export const filterMutants: readonly Mutant[] = [
	{
		name: 'day_type is ignored',
		caughtBy: ['listEvents.day_type.today', 'listEvents.day_type.tomorrow', 'listEvents.day_type.weekend'],
		request: ignoring(paths.events, 'day_type'),
	},
	{
		name: 'today lists the week',
		caughtBy: ['listEvents.day_type.today'],
		request: ({ url }) => {
			if (url.searchParams.get('day_type') === 'today') url.searchParams.set('day_type', 'week');
			return undefined;
		},
	},
	{
		name: 'the week lists less than today',
		caughtBy: ['listEvents.day_type.nested'],
		request: ({ url }) => {
			if (url.searchParams.get('day_type') === 'week') url.searchParams.set('type', 'music');
			return undefined;
		},
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
	{ name: 'loc is ignored', caughtBy: ['listEvents.loc'], request: ignoring(paths.events, 'loc') },
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
		request: ({ url }) => {
			if (url.searchParams.get('day_type') === 'weekend') url.searchParams.set('day_type', 'unknown');
			return undefined;
		},
	},
	{
		name: 'type=commonweal fails',
		caughtBy: ['listEvents.type.commonweal'],
		request: ({ url }) => {
			if (url.searchParams.get('type') === 'commonweal') url.searchParams.set('type', 'unknown');
			return undefined;
		},
	},
	{
		name: 'type=all lists only music',
		caughtBy: ['listEvents.type.all'],
		request: ({ url }) => {
			if (url.searchParams.get('type') === 'all') url.searchParams.set('type', 'music');
			return undefined;
		},
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
