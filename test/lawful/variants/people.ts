/** Services whose participants are not in a UserList (gap register, `participants-body`). */
import { type Fields, isFields, type Middleware } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import type { Variant } from '../variant.ts';
import { onResponse } from './changes.ts';

/** Replaces the list of participants with a different body. */
const participantsAs = (write: (list: Fields) => unknown): Middleware =>
	onResponse((response, request) => {
		const isList = operationOf(request) === 'listParticipants' && response.status === 200;
		if (isList && isFields(response.body)) response.body = write(response.body);
	});

export const peopleVariants: readonly Variant[] = [
	{
		name: 'participants-bare-array',
		does: 'The participants are a bare array.',
		gaps: ['participants-body'],
		create: () => participantsAs(({ users }) => users),
	},
	{
		name: 'participants-count-only',
		does: 'The service says how many people take part, but not who.',
		gaps: ['participants-body'],
		create: () => participantsAs(({ total }) => ({ total })),
	},
];
