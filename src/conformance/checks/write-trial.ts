/**
 * The writing trial: joins (or wishes) one event, does it again, undoes it, undoes it again, and takes down what can be
 * seen after each step. Several checks judge one trial. It leaves the event as it was.
 */
import { z } from 'zod';
import { operationPath } from '../../contract/operations.ts';
import type { Answer } from '../call.ts';
import type { Service } from '../service.ts';

export type Relation = 'participants' | 'wishers';

/** What can be seen of the relation from outside. */
interface View {
	/** participant_count or wisher_count of the event. */
	readonly count: number;
	/** total of the event's list of people. */
	readonly total: number;
	readonly userIds: readonly string[];
	/** Whether the user's own list names the event; null when the user is not known. */
	readonly isListed: boolean | null;
}

export interface Trial {
	readonly eventId: string;
	readonly userId: string | null;
	readonly before: View;
	readonly done: Answer;
	readonly after: View;
	readonly doneAgain: Answer;
	readonly afterAgain: View;
	/** With a malformed participate_date; null for wishes. */
	readonly malformed: Answer | null;
	readonly undone: Answer;
	readonly afterUndone: View;
	readonly undoneAgain: Answer;
	readonly afterUndoneAgain: View;
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

const idList = z.array(z.looseObject({ id: z.string() }));
const eventBody = z.looseObject({ id: z.string(), begin_time: z.string(), end_time: z.string() });

/** Every id of a list, over at most five pages of 100, and its total. */
async function idsOf(service: Service, address: (start: number) => string, array: string) {
	const ids: string[] = [];
	let total = Number.NaN;
	for (let page = 0; page < 5; page += 1) {
		const { json } = await service.call(address(ids.length), { token: service.tokens.access });
		const body = (json ?? {}) as Record<string, unknown>;
		total = Number(body.total);
		const more =
			idList
				.safeParse(body[array])
				.data?.map(({ id }) => id)
				.filter((id) => !ids.includes(id)) ?? [];
		ids.push(...more);
		if (more.length === 0 || ids.length >= total) break;
	}
	return { ids, total };
}

async function viewOf(service: Service, relation: Relation, eventId: string): Promise<View> {
	const { people, own, count } = operationsOf[relation];
	const event = await service.call(operationPath('getEvent', { id: eventId }), {
		token: service.tokens.access,
	});
	const { ids, total } = await idsOf(
		service,
		(start) => operationPath(people, { id: eventId, start, count: 100 }),
		'users',
	);
	const { userId } = service.tokens;
	const listed =
		userId === null
			? null
			: await idsOf(service, (start) => operationPath(own, { id: userId, start, count: 100 }), 'events');
	return {
		count: Number((event.json as Record<string, unknown> | undefined)?.[count]),
		total,
		userIds: ids,
		isListed: listed?.ids.includes(eventId) ?? null,
	};
}

/** An event that goes on for another day at least, and that the user has no relation to. */
async function findEvent(service: Service, relation: Relation) {
	const { locId } = await service.known();
	const list = await service.read(operationPath('listEvents', { loc: locId ?? undefined, count: 100 }));
	const events =
		z.array(eventBody).safeParse((list.json as { events?: unknown } | undefined)?.events).data ?? [];
	const tomorrow = service.options.now() + 86_400_000;
	const { userId } = service.tokens;
	const { own } = operationsOf[relation];
	const taken =
		userId === null
			? []
			: (await idsOf(service, (start) => operationPath(own, { id: userId, start, count: 100 }), 'events'))
					.ids;
	return events.find(
		({ id, end_time }) => Date.parse(`${end_time.replace(' ', 'T')}Z`) > tomorrow && !taken.includes(id),
	);
}

async function run(service: Service, relation: Relation): Promise<Trial | null> {
	const { token: given } = service.options;
	if (!service.options.write || (service.tokens.access ?? given) === null) return null;
	const event = await findEvent(service, relation);
	if (event === undefined) return null;
	const { id } = event;
	const { do: doName, undo } = operationsOf[relation];
	const token = service.tokens.access;
	const post = (participate_date?: string) =>
		service.call(
			doName === 'joinEvent'
				? operationPath(doName, { id, participate_date })
				: operationPath(doName, { id }),
			{ method: 'POST', token },
		);
	const remove = () => service.call(operationPath(undo, { id }), { method: 'DELETE', token });
	const view = () => viewOf(service, relation, id);

	try {
		return await takeSteps(service, relation, event, { post, remove, view });
	} catch (error) {
		// Broken off in the middle: what was joined must not stay joined.
		await remove();
		throw error;
	}
}

interface Steps {
	readonly post: (participateDate?: string) => Promise<Answer>;
	readonly remove: () => Promise<Answer>;
	readonly view: () => Promise<View>;
}

async function takeSteps(
	service: Service,
	relation: Relation,
	event: z.infer<typeof eventBody>,
	{ post, remove, view }: Steps,
): Promise<Trial> {
	const before = await view();
	const done = await post();
	let after = await view();
	if (service.tokens.userId === null) {
		const [newcomer] = after.userIds.filter((each) => !before.userIds.includes(each));
		service.tokens.userId = newcomer ?? null;
		if (newcomer !== undefined) after = await view();
	}
	// The last day is a day of the event, and still to come.
	const doneAgain = await post(event.end_time.slice(0, 10));
	const afterAgain = await view();
	const malformed = relation === 'participants' ? await post('-no-date-') : null;
	const undone = await remove();
	const afterUndone = await view();
	const undoneAgain = await remove();
	const afterUndoneAgain = await view();
	const wasRelated = after.count === before.count && afterUndone.count < before.count;
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
		malformed,
		undone,
		afterUndone,
		undoneAgain,
		afterUndoneAgain,
	};
}

/** The trial of a relation, made once a run; null where it cannot be made. */
export const trialOf = (service: Service, relation: Relation): Promise<Trial | null> =>
	service.once(`trial ${relation}`, () => run(service, relation));
