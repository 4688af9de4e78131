/** Mutants of the effect of writes (Spec §3.2). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, body, eventField, idle, json, paths, wrongWrite } from './changes.ts';

export const writingMutants: readonly Mutant[] = [
	{
		name: '200 for join',
		caughtBy: ['joinEvent.status'],
		response: wrongWrite('POST', paths.participants, 200),
	},
	{
		name: '204 for leave',
		caughtBy: ['leaveEvent.status'],
		response: wrongWrite('DELETE', paths.participants, 204),
	},
	{ name: '201 for wish', caughtBy: ['wishEvent.status'], response: wrongWrite('POST', paths.wishers, 201) },
	{
		name: '200 for unwish',
		caughtBy: ['unwishEvent.status'],
		response: wrongWrite('DELETE', paths.wishers, 200),
	},
	{
		name: 'join does nothing',
		caughtBy: ['joinEvent.count', 'joinEvent.total', 'joinEvent.people', 'joinEvent.own-list'],
		request: idle('POST', paths.participants),
	},
	{
		name: 'leave does nothing',
		caughtBy: ['leaveEvent.count', 'leaveEvent.total', 'leaveEvent.people', 'leaveEvent.own-list'],
		request: idle('DELETE', paths.participants),
	},
	{
		name: 'wish does nothing',
		caughtBy: ['wishEvent.count', 'wishEvent.total', 'wishEvent.people', 'wishEvent.own-list'],
		request: idle('POST', paths.wishers),
	},
	{
		name: 'unwish does nothing',
		caughtBy: ['unwishEvent.count', 'unwishEvent.total', 'unwishEvent.people', 'unwishEvent.own-list'],
		request: idle('DELETE', paths.wishers),
	},
	{
		name: 'join marks interest instead',
		caughtBy: ['joinEvent.count', 'joinEvent.own-list'],
		request: (request) => {
			if (at(request, paths.participants, 'POST'))
				request.url.pathname = request.url.pathname.replace('participants', 'wishers');
			return undefined;
		},
	},
	{
		name: 'the counter of participants does not change',
		caughtBy: ['joinEvent.count', 'leaveEvent.count'],
		response: eventField('participant_count', () => 7),
	},
	{
		name: 'user_participated does not show what was joined',
		caughtBy: ['joinEvent.own-list'],
		response: body(paths.participated, (list) => Object.assign(list, { events: [], total: 0 })),
	},
	{
		name: 'participate_date fails',
		caughtBy: ['joinEvent.participate_date'],
		request: (request) =>
			request.url.searchParams.has('participate_date')
				? json(400, { code: 999, msg: 'unknown', request: `POST ${request.url.pathname}` })
				: undefined,
	},
	{
		name: '403 for joining an unknown event',
		caughtBy: ['joinEvent.unknown'],
		response: (response, request) => {
			if (at(request, paths.participants, 'POST') && response.status === 400) response.status = 403;
		},
	},
];
