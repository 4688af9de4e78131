/**
 * The trial of a relation: joins (or wishes) one event, does it again, undoes it, undoes it again, and looks at the event and
 * its lists after each step. Several checks judge one trial. It leaves the event as it was.
 */
import type { Event } from '../../contract/event/event.ts';
import { readCount } from '../../contract/event/fields.ts';
import { readEventList, readUserList } from '../../contract/event/lists.ts';
import { daySpan } from '../../contract/event/times.ts';
import { addMs, dayMs, wallClockFromMs } from '../../contract/event/wall-clock.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { bodyOf } from '../fields.ts';
import { isNotPrivate } from '../known.ts';
import type { Service } from '../service.ts';
import { requireWriteAccess } from '../set-up.ts';
import { readLongPage, readWholeList, tryRead, type WholeList } from '../tolerant-read.ts';

export type Relation = 'participants' | 'wishers';

/** What can be seen of the relation after a step. Each part is null where the service does not show it. */
export interface View {
	readonly event: ServiceResponse;
	/** participant_count or wisher_count of the event. */
	readonly count: number | null;
	/** The event's list of people. */
	readonly people: WholeList<{ id: string }> | null;
	/** The user's own list of events. */
	readonly own: WholeList<{ id: string }> | null;
}

export interface Trial {
	readonly eventId: string;
	readonly userId: string | null;
	readonly before: View;
	readonly done: ServiceResponse;
	readonly after: View;
	readonly doneAgain: ServiceResponse;
	readonly afterAgain: View;
	readonly undone: ServiceResponse;
	readonly afterUndone: View;
	readonly undoneAgain: ServiceResponse;
	readonly afterUndoneAgain: View;
	/** Joined with a participate_date, and with a malformed one; null for wishes. */
	readonly dated: ServiceResponse | null;
	readonly malformed: ServiceResponse | null;
}

const operationsOf = {
	participants: {
		do: 'joinEvent',
		undo: 'leaveEvent',
		people: 'listParticipants',
		own: 'listParticipatedEvents',
		count: 'participant_count',
	},
	wishers: {
		do: 'wishEvent',
		undo: 'unwishEvent',
		people: 'listWishers',
		own: 'listWishedEvents',
		count: 'wisher_count',
	},
} as const;

const pageLength = 100;

/** A page of a list with the token, or one of the service's own length where it rejects a long one. */
const pageReader =
	(service: Service, path: (page: { start: number; count?: number }) => string) => async (start: number) => {
		const { access: token } = service.tokens;
		const long = await service.call(path({ start, count: pageLength }), { token });
		return long.status === 200 ? long : service.call(path({ start }), { token });
	};

const readOwnList = (service: Service, relation: Relation, userId: string) =>
	readWholeList(
		pageReader(service, (page) => operationPath(operationsOf[relation].own, { id: userId, ...page })),
		readEventList,
	);

async function viewOf(service: Service, relation: Relation, id: string): Promise<View> {
	const { people, count } = operationsOf[relation];
	const { access: token, userId } = service.tokens;
	const event = await service.call(operationPath('getEvent', { id }), { token });
	return {
		event,
		count: readCount(bodyOf(event)[count]),
		people: await readWholeList(
			pageReader(service, (page) => operationPath(people, { id, ...page })),
			readUserList,
		),
		own: userId === null ? null : await readOwnList(service, relation, userId),
	};
}

/**
 * Events that last another day at least, that are not private, and that the user has no relation to: at some services one
 * relation ends the other. The ones with the fewest people are first, since their lists are read after every step.
 */
export async function findEvents(service: Service): Promise<Event[]> {
	const { locId } = await service.known();
	const list = await readLongPage(service, 'listEvents', { loc: locId ?? undefined });
	const tomorrow = addMs(wallClockFromMs(service.options.now()), dayMs);
	const { userId } = service.tokens;
	const related = new Set<string>();
	for (const relation of ['participants', 'wishers'] as const) {
		const own = userId === null ? null : await readOwnList(service, relation, userId);
		for (const { id } of own?.items ?? []) related.add(id);
	}
	return (tryRead(readEventList, list.json)?.items ?? [])
		.filter(
			(event) => isNotPrivate(event) && event.end !== null && event.end > tomorrow && !related.has(event.id),
		)
		.toSorted((left, right) => left.participantCount - right.participantCount);
}

interface Steps {
	readonly post: (participateDate?: string) => Promise<ServiceResponse>;
	readonly remove: () => Promise<ServiceResponse>;
	readonly view: () => Promise<View>;
}

function stepsOf(service: Service, relation: Relation, id: string): Steps {
	const { do: doName, undo } = operationsOf[relation];
	const token = service.tokens.access;
	const send = async (path: string, method: string) => {
		const response = await service.call(path, { method, token });
		requireWriteAccess(response);
		return response;
	};
	return {
		post: (participate_date) =>
			send(
				doName === 'joinEvent'
					? operationPath(doName, { id, participate_date })
					: operationPath(doName, { id }),
				'POST',
			),
		remove: () => send(operationPath(undo, { id }), 'DELETE'),
		view: () => viewOf(service, relation, id),
	};
}

/** Events tried in turn: joining one of them may be closed, which the specification does not exclude. */
const maxEvents = 3;

async function run(service: Service, relation: Relation): Promise<Trial | null> {
	if (!service.options.write || service.tokens.access === null) return null;
	const events = (await findEvents(service)).slice(0, maxEvents);
	for (const [index, event] of events.entries()) {
		const steps = stepsOf(service, relation, event.id);
		try {
			const before = await steps.view();
			const done = await steps.post();
			if (done.status < 400 || index === events.length - 1)
				return await takeSteps(service, relation, event, steps, { before, done });
		} catch (error) {
			// What was joined must not stay joined when the trial ends early.
			const isUndone = await steps.remove().then(
				({ status }) => status < 300,
				() => false,
			);
			if (!isUndone) service.notes.push(`event ${event.id} may still have the user among its ${relation}`);
			throw error;
		}
	}
	return null;
}

async function takeSteps(
	service: Service,
	relation: Relation,
	event: Event,
	{ post, remove, view }: Steps,
	{ before, done }: Pick<Trial, 'before' | 'done'>,
): Promise<Trial> {
	let after = await view();
	if (service.tokens.userId === null) {
		const known = new Set(before.people?.items.map(({ id }) => id));
		const newcomer = after.people?.items.find(({ id }) => !known.has(id))?.id;
		service.tokens.userId = newcomer ?? null;
		if (newcomer !== undefined) after = await view();
	}
	const doneAgain = await post();
	const afterAgain = await view();
	const undone = await remove();
	const afterUndone = await view();
	const undoneAgain = await remove();
	const afterUndoneAgain = await view();
	// The last day is a day of the event, and still to come.
	const dated = relation === 'participants' ? await post(daySpan(event)?.last) : null;
	const malformed = relation === 'participants' ? await post('-no-date-') : null;
	if (relation === 'participants') await remove();
	const lowered = before.count !== null && afterUndone.count !== null && afterUndone.count < before.count;
	const wasRelated = after.count === before.count && lowered;
	if (wasRelated) await post();
	service.forget();
	return {
		eventId: event.id,
		userId: service.tokens.userId,
		before,
		done,
		after,
		doneAgain,
		afterAgain,
		undone,
		afterUndone,
		undoneAgain,
		afterUndoneAgain,
		dated,
		malformed,
	};
}

/** The trial of a relation, made once a run; null where it cannot be made. */
export const trialOf = (service: Service, relation: Relation): Promise<Trial | null> =>
	service.once(`trial ${relation}`, () => run(service, relation));
