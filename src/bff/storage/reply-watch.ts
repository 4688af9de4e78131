/**
 * Notices that Redis does not reply. People are then told at once, or get an answer without it, and do not wait one after
 * the other for what does not come.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ErrorReply } from 'redis';

/**
 * Milliseconds: within which a PING must have its reply, the shortest time between two of them and how much longer it is
 * at some processes than at others, and after which a connection without any reply is made anew: when a machine is switched
 * off, nobody says that its connections are closed.
 */
const times = { reply: 1_000, pause: 250, jitter: 250, reconnect: 10_000 };

/** A command had no reply in time. It may have had its effect, or have it later. */
export class NoReplyError extends Error {}

/** Runs a command. @throws NoReplyError after so many milliseconds */
export async function withTimeLimit<Reply>(
	milliseconds: number,
	command: () => Promise<Reply>,
): Promise<Reply> {
	const isOver = new AbortController();
	const limit = async (): Promise<never> => {
		await wait(milliseconds, undefined, { ref: false, signal: isOver.signal });
		// When this process itself was busy for that long, the reply may be there already.
		await nextTurn();
		throw new NoReplyError(`Redis did not reply within ${milliseconds} ms`);
	};
	try {
		return await Promise.race([command(), limit()]);
	} finally {
		isOver.abort();
	}
}

export interface ReplyWatch {
	/**
	 * Runs a command.
	 *
	 * @throws what the command throws; NoReplyError after so many milliseconds, and at once from when a command had no reply
	 * until a PING has one
	 */
	within<Reply>(milliseconds: number, command: () => Promise<Reply>): Promise<Reply>;
	/** Ends the watch. */
	close(): void;
}

/** @param reconnect closes the connection and begins to make it again */
export function createReplyWatch(
	ping: () => Promise<unknown>,
	reconnect: () => void,
	log: Pick<FastifyBaseLogger, 'warn'>,
): ReplyWatch {
	let isAway = false;
	let isOpen = true;

	const replies = () =>
		withTimeLimit(times.reply, ping).then(
			() => true,
			// An error in reply to PING is a reply.
			(error: unknown) => error instanceof ErrorReply,
		);
	const lookUntilBack = async () => {
		let reconnectAt = performance.now() + times.reconnect;
		while (isOpen && !(await replies())) {
			if (performance.now() >= reconnectAt) {
				reconnectAt = performance.now() + times.reconnect;
				reconnect();
			}
			await wait(times.pause + Math.random() * times.jitter, undefined, { ref: false });
		}
		isAway = false;
	};

	return {
		async within(milliseconds, command) {
			if (isAway) throw new NoReplyError('Redis has not replied lately');
			try {
				return await withTimeLimit(milliseconds, command);
			} catch (error) {
				if (error instanceof NoReplyError && !isAway && isOpen) {
					isAway = true;
					log.warn({ reason: error.message }, 'Redis does not reply');
					void lookUntilBack();
				}
				throw error;
			}
		},
		close() {
			isOpen = false;
		},
	};
}
