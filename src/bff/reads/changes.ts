/**
 * What writes have changed in shared responses: applied to the cache of this process, and, with Redis, to that of every
 * other. The changes are a stream in Redis, so a process that was cut off reads what it has missed, and a response in the
 * second tier that is older than a change can be corrected when it is read.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { OperationName } from '../../contract/spec/operations.ts';
import type { BestEffort } from '../storage/best-effort.ts';
import { destroyClient, type RedisConnection, reconnectClient } from '../storage/redis.ts';
import { NoReplyError, withTimeLimit } from '../storage/reply-watch.ts';
import type { DatedCounters } from './wire-body.ts';

/**
 * `write`: a person has joined, left, wished or the like, by an operation; `element` is the event as a list has it, where it
 * is known and public. `counters`: an event's counters are now these. `sign-out`: a person has signed out, in one browser at
 * least.
 */
export type Change =
	| { kind: 'write'; eventId: string; userId: string; operation?: OperationName; element?: unknown }
	| ({ kind: 'counters' } & DatedCounters)
	| { kind: 'sign-out'; userId: string };

const kinds: ReadonlySet<unknown> = new Set<Change['kind']>(['write', 'counters', 'sign-out']);

export type Write = Extract<Change, { kind: 'write' }>;

/** Where changes are applied. */
interface Follower {
	/** A change may be applied twice. */
	apply(change: Change): void;
	/** Called when changes may have been missed. */
	forgetAll(): void;
}

export interface Changes {
	/** Begins to apply changes: first those that are known in Redis, then each new one. */
	follow(follower: Follower): Promise<void>;
	/**
	 * Applies a change here, and everywhere else within a second.
	 *
	 * @returns whether every process learns of it, whatever happens to this one: it is in Redis, or there is no other process
	 */
	publish(change: Change): Promise<boolean>;
	/** Applies what other processes have published until now. */
	catchUp(): Promise<void>;
	/**
	 * Changes that were published after the one with this id, oldest first; undefined when they are not known any more.
	 *
	 * @param id `0-0` for all
	 */
	since(id: string): Change[] | undefined;
	close(): void;
}

export const changesKey = 'daybill:{cache}:changes';
/** Changes that are remembered; a response older than all of them is fetched again. */
const maxChanges = 10_000;
/**
 * Milliseconds that a start waits for the connection, that a read waits for the next change, before it is tried again after a
 * failure, and until the connection of a read without any reply is made anew.
 */
const times = { start: 2_000, block: 5_000, retry: 1_000, silence: 10_000 };

/** Changes of a process that shares nothing. */
export function createLocalChanges(): Changes {
	let follower: Follower | undefined;
	return {
		follow: async (started) => {
			follower = started;
		},
		publish: async (change) => {
			follower?.apply(change);
			return true;
		},
		catchUp: async () => undefined,
		since: () => [],
		close: () => undefined,
	};
}

/** Compares ids of a Redis stream: milliseconds and a number, with a hyphen between them. */
function isLater(a: string, b: string): boolean {
	const [[aTime = 0, aNumber = 0], [bTime = 0, bNumber = 0]] = [a, b].map((id) =>
		id.split('-').map(Number),
	) as [number[], number[]];
	return aTime === bTime ? aNumber > bNumber : aTime > bTime;
}

/**
 * A change that is sent late, as it is then told: another process may have published a later one of the same person before
 * it. What the write did is left out, so that lists are fetched again and not edited.
 */
const withoutEffect = (change: Change): Change =>
	change.kind === 'write' ? { kind: 'write', eventId: change.eventId, userId: change.userId } : change;

/** Whose lists, or which event's counters, a change is about. */
const ownerOf = (change: Change): string =>
	change.kind === 'counters' ? `event ${change.id}` : `user ${change.userId}`;

interface StreamMessage {
	id: string;
	message: Record<string, string>;
}

export function createSharedChanges(
	{ client }: Pick<RedisConnection, 'client'>,
	attempt: BestEffort,
): Changes {
	let follower: Follower | undefined;
	/** Oldest first. */
	let known: { id: string; change: Change }[] = [];
	let lastId = '0-0';
	/** The last change that is not known any more. */
	let forgottenId = '0-0';
	/** Published here and not yet received back, in their order: those without an id are still to be sent. */
	let own: { id?: string; change: Change }[] = [];
	let sending: Promise<boolean> | undefined;
	let isOpen = true;

	const isAhead = ({ id }: { id?: string }) => id === undefined || isLater(id, lastId);
	const take = (messages: readonly StreamMessage[]) => {
		for (const { id, message } of messages) {
			if (!isLater(id, lastId)) continue;
			lastId = id;
			const change = JSON.parse(message.change ?? 'null') as Change | null;
			// A newer version may publish changes of a kind that this one does not know.
			if (change === null || !kinds.has(change.kind)) continue;
			known.push({ id, change });
			follower?.apply(change);
		}
		own = own.filter(isAhead);
		// What was published here comes after it.
		for (const { change } of own)
			if (messages.some(({ message }) => message.of === ownerOf(change))) follower?.apply(change);
		if (known.length > 2 * maxChanges) {
			forgottenId = known.at(-maxChanges - 1)?.id ?? forgottenId;
			known = known.slice(-maxChanges);
		}
	};
	/** Sends what is to be sent. @returns whether all of it is in Redis */
	const sendAll = async (): Promise<boolean> => {
		while (true) {
			const batch = own.filter(({ id }) => id === undefined);
			if (batch.length === 0) return true;
			const ids = await attempt((redis) =>
				Promise.all(
					batch.map(({ change }) =>
						redis.xAdd(
							changesKey,
							'*',
							{ change: JSON.stringify(change), of: ownerOf(change) },
							{ TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: maxChanges } },
						),
					),
				),
			);
			if (ids === undefined) {
				for (const each of batch) each.change = withoutEffect(each.change);
				own = own.slice(-maxChanges);
				return false;
			}
			for (const [index, each] of batch.entries()) each.id = ids[index] ?? lastId;
			own = own.filter(isAhead);
		}
	};
	/** One batch at a time, so that the changes of a process keep their order. */
	const send = (): Promise<boolean> => {
		sending ??= sendAll().finally(() => {
			sending = undefined;
		});
		return sending;
	};
	const catchUp = async () => {
		const messages = await attempt((redis) => redis.xRange(changesKey, `(${lastId}`, '+'));
		take((messages ?? []) as StreamMessage[]);
	};

	/** A connection of its own, since it waits for the next change. */
	const connection = client.duplicate();
	connection.on('error', () => undefined);
	const checkForGap = async () => {
		const [oldest] = (await withTimeLimit(times.silence, () =>
			connection.xRange(changesKey, '-', '+', { COUNT: 1 }),
		)) as StreamMessage[];
		if (oldest !== undefined && !isLater(oldest.id, lastId)) return;
		// Those before the oldest are not known, also where this process has not read any yet.
		forgottenId = oldest?.id ?? lastId;
		if (lastId !== '0-0') follower?.forgetAll();
	};
	const takeEach = async () => {
		let hasFailed = false;
		while (isOpen) {
			try {
				if (hasFailed) await checkForGap();
				hasFailed = false;
				await send();
				const streams = (await withTimeLimit(times.silence, () =>
					connection.xRead({ key: changesKey, id: lastId }, { BLOCK: times.block }),
				)) as { messages: StreamMessage[] }[] | null;
				for (const { messages } of streams ?? []) take(messages);
			} catch (error) {
				hasFailed = true;
				if (isOpen && (error instanceof NoReplyError || !connection.isOpen)) reconnectClient(connection);
				if (isOpen) await wait(times.retry * (1 + Math.random()), undefined, { ref: false });
			}
		}
	};

	return {
		async follow(started) {
			follower = started;
			// When Redis is away at this moment, the process starts all the same, and `takeEach` goes on trying.
			await withTimeLimit(times.start, () => connection.connect()).catch(() => undefined);
			await catchUp();
			// The stream may have been longer.
			if (known.length >= maxChanges) forgottenId = known[0]?.id ?? forgottenId;
			void takeEach();
		},
		async publish(change) {
			follower?.apply(change);
			own.push({ change });
			return send();
		},
		catchUp,
		since(id) {
			if (isLater(forgottenId, id)) return undefined;
			const late = own.filter((each) => each.id === undefined || isLater(each.id, id));
			return [...known.slice(known.findLastIndex((each) => !isLater(each.id, id)) + 1), ...late].map(
				({ change }) => change,
			);
		},
		close() {
			isOpen = false;
			destroyClient(connection);
		},
	};
}
