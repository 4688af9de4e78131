/** Mutants of the effect of writes (Spec §3.2). */
import type { OperationName } from '../../../src/contract/spec/operations.ts';
import { onResponse } from '../service/changes.ts';
import { json } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { reject } from '../service/reject.ts';
import { type Mutant, respond } from './changes.ts';

/** A write that is accepted and does nothing. */
const idle = (name: OperationName): Mutant => [
	`${name} does nothing`,
	['count', 'total', 'people', 'own-list'].map((check) => `${name}.${check}`),
	respond((request) => request.token !== undefined && operationOf(request) === name, json(202, {})),
];

export const writingMutants: readonly Mutant[] = [
	[
		'200 for an accepted write',
		['joinEvent.status', 'unwishEvent.status'],
		onResponse((response) => {
			if (response.status === 202) response.status = 200;
		}),
	],
	idle('joinEvent'),
	idle('unwishEvent'),
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
