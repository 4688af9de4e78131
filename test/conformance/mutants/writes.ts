/** Mutants of the effect of writes (Spec §3.2). */
import { onBody, onResponse } from '../service/changes.ts';
import { type Fields, inOrder, json } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { reject } from '../service/reject.ts';
import { type Mutant, onField, respond } from './changes.ts';

export const writingMutants: readonly Mutant[] = [
	[
		'200 for an accepted write',
		['joinEvent.status', 'unwishEvent.status'],
		onResponse((response) => {
			if (response.status === 202) response.status = 200;
		}),
	],
	[
		'joinEvent raises no counter',
		['joinEvent.count', 'leaveEvent.count'],
		onField('getEvent', 'participant_count', () => 1),
	],
	[
		'joinEvent adds to no list',
		['total', 'people', 'own-list'].map((check) => `joinEvent.${check}`),
		inOrder(
			onBody('listParticipants', (list) => {
				list.users = (list.users as Fields[]).filter(({ id }) => id !== '1001');
				list.total = (list.users as Fields[]).length;
			}),
			onBody('listParticipatedEvents', (list) => Object.assign(list, { events: [], total: 0 })),
		),
	],
	[
		'wishEvent does nothing',
		['count', 'total', 'people', 'own-list'].map((check) => `wishEvent.${check}`),
		respond((request) => request.token !== undefined && operationOf(request) === 'wishEvent', json(202, {})),
	],
	[
		'unwishEvent does nothing',
		['count', 'total', 'people', 'own-list'].map((check) => `unwishEvent.${check}`),
		respond(
			(request) => request.token !== undefined && operationOf(request) === 'unwishEvent',
			json(202, {}),
		),
	],
	[
		'participate_date fails',
		['joinEvent.participate_date'],
		respond(({ query }) => query.has('participate_date'), reject(999)),
	],
	[
		'409 for joining an unknown event',
		['joinEvent.unknown'],
		onResponse((response, request) => {
			if (operationOf(request) === 'joinEvent' && response.status === 400) response.status = 409;
		}),
	],
];
