/**
 * Reading events again that sessions have changed. Mostly the app does so by itself, right after a change. Where it does
 * not, since the page was closed at once or the network is gone, everybody else would see the old counters until the
 * shared responses are fetched anew: then the BFF reads the event. When the hourly budget runs low, freshness gives way
 * before writes do (design §5): then only the person's own next request reads it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { operationPath } from '../../contract/spec/operations.ts';
import type { Budget } from '../service/budget.ts';
import type { SessionCalls } from '../service/session-calls.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import type { OwnWrites } from './own-writes.ts';

export interface WrittenEvents {
	/** Reads every event that the session has changed and not read since. A read that fails is made by the next request. */
	settle(sessionId: string, session: StoredSession): Promise<void>;
	/**
	 * Reads an event after a moment, unless the session has read it by then, and tries again for half a minute where that
	 * fails. Where {@link maxPlanned} others are to be read, and when the budget runs low, it is left to the session's next
	 * request.
	 */
	readSoon(sessionId: string, eventId: string): void;
	/** Makes at once those reads of a session that this process would make soon. Takes a second at most, and never throws. */
	readNow(sessionId: string): Promise<void>;
	/** Makes all of them before the process ends, unless the budget runs low. */
	close(): Promise<void>;
}

/**
 * Milliseconds before the read, which the app has for its own, and between the further tries: the first of these only looks
 * whether the read has succeeded. Everybody is to see a change within a second.
 */
const pauses = [300, 1_000, 2_000, 4_000, 8_000, 16_000] as const;
/** Milliseconds that a page waits for them. */
const pagePatience = 1_000;
/** Reads that are to be made soon, or are under way. */
const maxPlanned = 10_000;

/** A read that this process makes soon, or makes now. */
interface Planned {
	sessionId: string;
	eventId: string;
	/** How many tries there were. */
	tries: number;
	timer?: NodeJS.Timeout;
	reading?: Promise<void> | undefined;
}

/**
 * @param clock milliseconds since 1970
 * @param log for a store that cannot be reached: the note of the write remains there
 */
export function createWrittenEvents({
	store,
	ownWrites,
	sessionCalls,
	budget,
	clock,
	log,
}: {
	store: Pick<SessionStore, 'get'>;
	ownWrites: OwnWrites;
	sessionCalls: SessionCalls;
	budget: Pick<Budget, 'isLow'>;
	clock: () => number;
	log: Pick<FastifyBaseLogger, 'warn'>;
}): WrittenEvents {
	/** By session and event: each page that somebody requests looks for those of one session. */
	const planned = new Map<string, Map<string, Planned>>();
	let plannedCount = 0;
	let isOpen = true;

	const find = ({ sessionId, eventId }: Pick<Planned, 'sessionId' | 'eventId'>) =>
		planned.get(sessionId)?.get(eventId);
	const add = (plan: Planned) => {
		const theirs = planned.get(plan.sessionId) ?? new Map<string, Planned>();
		planned.set(plan.sessionId, theirs.set(plan.eventId, plan));
		plannedCount += 1;
	};
	const remove = ({ sessionId, eventId, timer }: Planned) => {
		clearTimeout(timer);
		const theirs = planned.get(sessionId);
		if (theirs?.delete(eventId) !== true) return;
		plannedCount -= 1;
		if (theirs.size === 0) planned.delete(sessionId);
	};

	const settle: WrittenEvents['settle'] = (sessionId, session) =>
		ownWrites.settle(session, async (eventId, told) => {
			const readAt = clock();
			const path = operationPath('getEvent', { id: eventId });
			const response = await sessionCalls.call(sessionId, told, 'GET', path);
			await ownWrites.apply(sessionId, told, eventId, response, readAt);
		});

	/** @returns whether there was nothing to read any more */
	const readUnread = async ({ sessionId, eventId }: Planned): Promise<boolean> => {
		const session = await store.get(sessionId);
		if (session?.unreadWrites.includes(eventId) !== true) return true;
		// Changes of other events may be on their way to the service at this moment.
		const unpublishedWrites = session.unpublishedWrites.filter((id) => id === eventId);
		await settle(sessionId, { ...session, unreadWrites: [eventId], unpublishedWrites });
		return false;
	};
	const tryOnce = async (plan: Planned) => {
		const isDone = await readUnread(plan).catch((error: unknown) => {
			log.warn({ err: error }, 'an event that was changed could not be read');
			return false;
		});
		plan.reading = undefined;
		endTry(plan, isDone);
	};
	const endTry = (plan: Planned, isDone: boolean) => {
		plan.tries += 1;
		// Another change of the same event may have taken its place.
		if (find(plan) !== plan) return;
		if (isDone || !isOpen || plan.tries === pauses.length) remove(plan);
		else startTimer(plan);
	};
	const startTimer = (plan: Planned) => {
		plan.timer = setTimeout(() => {
			if (budget.isLow()) endTry(plan, false);
			else void read(plan);
		}, pauses[plan.tries]);
	};
	const read = (plan: Planned): Promise<void> => {
		clearTimeout(plan.timer);
		plan.reading ??= tryOnce(plan);
		return plan.reading;
	};
	const allPlanned = () => [...planned.values()].flatMap((theirs) => [...theirs.values()]);

	return {
		settle,
		readSoon(sessionId, eventId) {
			const plan: Planned = { sessionId, eventId, tries: 0 };
			const before = find(plan);
			if (before !== undefined) remove(before);
			if (plannedCount >= maxPlanned) return;
			add(plan);
			startTimer(plan);
		},
		async readNow(sessionId) {
			const theirs = planned.get(sessionId);
			if (theirs !== undefined)
				await Promise.race([
					Promise.all(Array.from(theirs.values(), read)),
					wait(pagePatience, undefined, { ref: false }),
				]);
		},
		async close() {
			isOpen = false;
			const plans = allPlanned();
			for (const { timer } of plans) clearTimeout(timer);
			if (!budget.isLow()) await Promise.all(plans.map(read));
		},
	};
}
