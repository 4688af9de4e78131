/** Mutants of lists and cities (Spec §2.3, §2.4). */

import { positionsFromOne } from '../lawful/lists.ts';
import { onBody, onResponse } from '../service/changes.ts';
import { type Fields, inOrder } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { ignoring, type Mutant, onCall, onField } from './changes.ts';

const eventLists = ['listEvents', 'listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'] as const;

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
		'a total that counts only the page',
		['listLocs.all-pages'],
		onField('listLocs', 'total', (_total, { locs }) => (locs as unknown[]).length),
	],
	['a total of zero', ['listWishers.first-page'], onField('listWishers', 'total', () => 0)],
	['a list without start', ['listEvents.start'], onField('listEvents', 'start', () => undefined)],
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
		'a number for the id of listed users',
		['listWishers.users'],
		onBody('listWishers', ({ users }) => {
			for (const user of users as Fields[]) user.id = Number(user.id);
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
	['a city named other than listed', ['getLoc.as-listed'], onField('getLoc', 'name', () => 'Elsewhere')],
];
