/**
 * The trial of a relation: joins (or wishes) an event, repeats that, undoes it, and repeats the undo. Looks at the
 * event and its lists after each step, and leaves the event as it was. Several checks judge one trial.
 */
import { operationPath } from '../../contract/spec/operations.ts';
import { type CallOptions, NoResponse, NotJudged, type ServiceResponse } from '../call.ts';
import { knownId, readLongPage } from '../known.ts';
import { arrayOf, bodyOf, dayMs, type Event, eventsOf, formatTime, readCount, usersOf } from '../read.ts';
import type { Service } from '../service.ts';
import { requireWriteAccess } from '../set-up.ts';
import { readWholeList, type WholeList } from './paging.ts';

export const writes = ['joinEvent', 'leaveEvent', 'wishEvent', 'unwishEvent'] as const;

export const relations = {
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
export type Relation = keyof typeof relations;

/** What the service shows of the relation after a step. Parts that it doesn't show are null. */
interface View {
	readonly count: number | null;
	readonly people: WholeList | null;
	readonly own: WholeList | null;
}

interface Step {
	readonly response: ServiceResponse;
	readonly view: View;
	/** Seconds until the view showed the effect; 0 if it did immediately, or never. */
	readonly late?: number;
}

export interface Steps {
	readonly before: View;
	readonly first: Step;
	readonly second: Step;
}

export interface Trial {
	readonly eventId: string;
	readonly userId: string | null;
	readonly do: Steps;
	readonly undo: Steps;
	/** False if nothing changed, as when joining is refused or needs approval. */
	readonly isShown: boolean;
	/** Whether the user had the relation before, although no list showed it. */
	readonly wasRelated: boolean;
	/** Responses to joining with a participate_date, and with a malformed one; null unless joining is accepted. */
	readonly dated: ServiceResponse | null;
	readonly malformed: ServiceResponse | null;
}

async function readOwn(service: Service, relation: Relation): Promise<WholeList | null> {
	const { userId } = service.tokens;
	if (userId === null) return null;
	// One status is enough, because trials use only events that are not over.
	const input = { id: userId, status: 'ongoing' } as const;
	return readWholeList(service, relations[relation].own, input, (list) => arrayOf(list, 'events'));
}

async function viewOf(service: Service, relation: Relation, id: string): Promise<View> {
	const { people, count } = relations[relation];
	const event = await service.send('getEvent', { id }, { token: service.tokens.access });
	return {
		count: readCount(bodyOf(event)[count]),
		people: await readWholeList(service, people, { id }, usersOf),
		own: await readOwn(service, relation),
	};
}

type OpenEvent = Event & { readonly end: number };

/**
 * Events that end tomorrow or later, are not private, and have no relation to the user (at some services one relation
 * ends the other). Those with the fewest people come first, since these people are read after every step.
 *
 * @throws NotJudged if there is none
 */
async function findEvents(service: Service): Promise<readonly [OpenEvent, ...OpenEvent[]]> {
	const list = await readLongPage(service, 'listEvents', { loc: await knownId(service, 'locId') });
	const tomorrow = service.now() + dayMs;
	const [joined, wished] = [await readOwn(service, 'participants'), await readOwn(service, 'wishers')];
	const isOpen = (event: Event): event is OpenEvent =>
		!event.isPrivate && event.end !== null && event.end > tomorrow;
	const [first, ...more] = eventsOf(list)
		.filter(isOpen)
		.filter(({ id }) => !joined?.ids.has(id) && !wished?.ids.has(id))
		.toSorted((left, right) => left.participantCount - right.participantCount);
	if (first === undefined) throw new NotJudged('needs an event that lasts until tomorrow');
	return [first, ...more];
}

export const isAccepted = ({ status }: ServiceResponse) => status >= 200 && status < 300;

/** Undoes a write, or notes for the tester that this failed. */
async function undoWrite(service: Service, relation: Relation, id: string): Promise<void> {
	const token = service.writeToken();
	const response = await service.send(relations[relation].undo, { id }, { token }).catch(() => null);
	if (response === null || !isAccepted(response))
		service.notes.push(`event ${id} may still have the user among its ${relation}`);
}

/** Sends a write that should fail, on an event unrelated to the user, and undoes it if it is accepted. */
export async function tryWrite(
	service: Service,
	relation: Relation,
	options: CallOptions & { readonly method: string },
): Promise<ServiceResponse> {
	service.writeToken();
	const [{ id }] = await service.once('an unrelated event', () => findEvents(service));
	const response = await service.call(operationPath(relations[relation].undo, { id }), options);
	if (options.method !== 'DELETE' && isAccepted(response)) await undoWrite(service, relation, id);
	return response;
}

function senderOf(service: Service, relation: Relation, id: string) {
	const { do: doName, undo } = relations[relation];
	const token = service.writeToken();
	let mayBeRelated = false;
	const send = async (name: (typeof writes)[number], participate_date?: string) => {
		const isDo = name === doName;
		const response = await service.send(name, { id, participate_date }, { token }).catch((error: unknown) => {
			// Without a response, or after a server error, the service may have carried out the write.
			mayBeRelated ||= isDo && error instanceof NoResponse;
			throw error;
		});
		if (isAccepted(response) || (isDo && response.status >= 500)) mayBeRelated = isDo;
		return response;
	};
	return {
		post: (participate_date?: string) => send(doName, participate_date),
		remove: () => send(undo),
		restore: async () => {
			if (mayBeRelated) await undoWrite(service, relation, id);
		},
	};
}

/** Number of events to try: an event may be closed for joining, which the specification doesn't exclude. */
const maxEvents = 3;

async function run(service: Service, relation: Relation): Promise<Trial> {
	service.writeToken();
	const events = (await findEvents(service)).slice(0, maxEvents);
	for (const [index, event] of events.entries()) {
		const sender = senderOf(service, relation, event.id);
		try {
			const before = await viewOf(service, relation, event.id);
			const response = await sender.post();
			// Checks only the first write: repeated ones may be rejected in any way (gap register, `repeated-write`).
			requireWriteAccess(response);
			if (response.status < 400 || index === events.length - 1)
				return await takeSteps(service, relation, event, before, response, sender);
		} catch (error) {
			// If the trial ends early, the user must not stay joined.
			await sender.restore();
			throw error;
		}
	}
	throw new NotJudged('needs an event that lasts until tomorrow');
}

/** A day on which the event isn't over yet: its last, or its first if it lasts one night. */
const lastDayOf = ({ begin, end }: OpenEvent): string =>
	formatTime(begin !== null && end - begin < dayMs ? begin : end - 1000).slice(0, 10);

/** How long to wait for a write's effect: when it comes is left open (gap register, `body-of-202`). */
const maxLateSeconds = 30;

/** Whether a view shows a write's effect. Ignores the parts that the service doesn't show. */
function shows(view: View, before: View, by: 1 | -1, eventId: string, userId: string | null): boolean {
	const lists = [
		[view.people, userId],
		[view.own, eventId],
	] as const;
	const isCounted = view.count === null || before.count === null || view.count === before.count + by;
	const areListed = lists.every(
		([list, id]) => !list?.isComplete || id === null || list.ids.has(id) === (by === 1),
	);
	return isCounted && areListed;
}

const sizesOf = ({ count, people, own }: View): string =>
	String([count, people?.total, people?.ids.size, own?.ids.size]);

async function takeSteps(
	service: Service,
	relation: Relation,
	event: OpenEvent,
	before: View,
	response: ServiceResponse,
	{ post, remove, restore }: ReturnType<typeof senderOf>,
): Promise<Trial> {
	const look = () => viewOf(service, relation, event.id);
	const { userId } = service.tokens;
	const settle = async (sent: ServiceResponse, start: View, by: 1 | -1): Promise<Step> => {
		let late = 0;
		for (let pauseSeconds = 1; ; pauseSeconds *= 2) {
			const view = await look();
			const isShown = shows(view, start, by, event.id, userId);
			if (isShown || sent.status >= 300 || late >= maxLateSeconds)
				return { response: sent, view, late: isShown ? late : 0 };
			await service.wait(pauseSeconds * 1_000);
			late += pauseSeconds;
		}
	};
	const done = await settle(response, before, 1);
	const doneAgain = { response: await post(), view: await look() };
	const undone = await settle(await remove(), doneAgain.view, -1);
	const undoneAgain = { response: await remove(), view: await look() };
	const isJoin = relation === 'participants' && isAccepted(response);
	const dated = isJoin ? await post(lastDayOf(event)) : null;
	const malformed = isJoin ? await post('-no-date-') : null;
	await restore();
	const lowered = before.count !== null && undone.view.count !== null && undone.view.count < before.count;
	const wasRelated = done.view.count === before.count && lowered;
	if (wasRelated) await post();
	service.forget();
	return {
		eventId: event.id,
		userId,
		do: { before, first: done, second: doneAgain },
		undo: { before: doneAgain.view, first: undone, second: undoneAgain },
		isShown: sizesOf(done.view) !== sizesOf(before),
		wasRelated,
		dated,
		malformed,
	};
}

/** Runs a relation's trial, once per check run. @throws NotJudged if it can't run */
export const trialOf = (service: Service, relation: Relation): Promise<Trial> =>
	service.once(`trial ${relation}`, () => run(service, relation));
