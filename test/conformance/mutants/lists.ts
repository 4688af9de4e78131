/** Mutants of lists and cities (Spec §2.3, §2.4). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, type Body, body, ignoring, paths } from './changes.ts';

export const listMutants: readonly Mutant[] = [
	{
		name: 'a string for total',
		caughtBy: ['listEvents.total', 'listEvents.all-pages'],
		response: body(paths.events, (list) => {
			list.total = String(list.total);
		}),
	},
	{
		name: 'a total that is one too low',
		caughtBy: ['listEvents.all-pages', 'listCreatedEvents.all-pages'],
		response: body(paths.eventLists, (list) => {
			list.total = Number(list.total) - 1;
		}),
	},
	{
		name: 'a total that is one too high',
		caughtBy: ['listLocs.all-pages'],
		response: body(paths.locs, (list) => {
			list.total = Number(list.total) + 1;
		}),
	},
	{
		name: 'a total that counts only the page',
		caughtBy: ['listLocs.all-pages'],
		response: body(paths.locs, (list) => {
			list.total = (list.locs as unknown[]).length;
		}),
	},
	{
		name: 'a total of zero',
		caughtBy: ['listWishers.first-page'],
		response: body(paths.wishers, (list) => {
			list.total = 0;
		}),
	},
	{
		name: 'a list without start',
		caughtBy: ['listEvents.start'],
		response: body(paths.events, (list) => {
			delete list.start;
		}),
	},
	{
		name: 'a list that starts at 7',
		caughtBy: ['listLocs.first-page'],
		response: body(paths.locs, (list) => {
			list.start = Number(list.start) + 7;
		}),
	},
	{
		name: 'a page that says in a text where it starts',
		caughtBy: ['listLocs.paging'],
		response: body(paths.locs, (list, { url }) => {
			if (url.searchParams.get('count') === '1') list.start = String(list.start);
		}),
	},
	{
		name: 'a list without count',
		caughtBy: ['listLocs.count'],
		response: body(paths.locs, (list) => {
			delete list.count;
		}),
	},
	{
		name: 'a count below the number of elements sent',
		caughtBy: ['listEvents.count-meaning'],
		response: body(paths.events, (list) => {
			list.count = 1;
		}),
	},
	{
		name: 'wishers under another name',
		caughtBy: ['listWishers.users'],
		response: body(paths.wishers, (list) => {
			list.wishers = list.users;
			delete list.users;
		}),
	},
	{
		name: 'the cities as a bare array',
		caughtBy: ['listLocs.locs', 'listLocs.total', 'listLocs.count'],
		response: (response, request) => {
			if (at(request, paths.locs) && response.status === 200) response.body = (response.body as Body).locs;
		},
	},
	{
		name: 'an element twice',
		caughtBy: ['listEvents.unique'],
		response: body(paths.events, (list) => {
			const events = list.events as unknown[];
			list.events = [...events, events[0]];
		}),
	},
	{
		name: 'a listed event without a title',
		caughtBy: ['listCreatedEvents.events', 'listEvents.events'],
		response: body(paths.eventLists, (list) => {
			for (const event of list.events as Body[]) delete event.title;
		}),
	},
	{
		name: 'a numeric id of listed users',
		caughtBy: ['listWishers.users'],
		response: body(paths.wishers, (list) => {
			for (const user of list.users as Body[]) user.id = Number(user.id);
		}),
	},
	{
		name: 'a start that is repeated in the response but ignored',
		caughtBy: ['listLocs.paging'],
		request: ignoring(paths.locs, 'start'),
		response: body(paths.locs, (list, { url }) => {
			list.start = url.searchParams.get('count') === '1' ? 1 : 0;
		}),
	},
	{
		name: 'a boolean habitable',
		caughtBy: ['loc.habitable'],
		response: body(paths.loc, (loc) => {
			loc.habitable = true;
		}),
	},
	{
		name: 'a number for the parent of a city',
		caughtBy: ['loc.parent'],
		response: body(paths.loc, (loc) => {
			loc.parent = 86;
		}),
	},
	{
		name: 'a city without a name',
		caughtBy: ['loc.name'],
		response: body(paths.loc, (loc) => {
			delete loc.name;
		}),
	},
	{
		name: 'a city inside a wrapper',
		caughtBy: ['getLoc.response', 'loc.id'],
		response: (response, request) => {
			if (at(request, paths.loc) && response.status === 200) response.body = { loc: response.body };
		},
	},
	{
		name: 'a name of a city that differs from the one in the list',
		caughtBy: ['getLoc.as-listed'],
		response: body(paths.loc, (loc) => {
			loc.name = 'Elsewhere';
		}),
	},
];
