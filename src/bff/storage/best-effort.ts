/**
 * Commands for what processes share but can do without: counters, the cache, the budget. While Redis is away or slow, each
 * process continues by itself, and people are not kept waiting.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisConnection } from './redis.ts';

/** Milliseconds after which a process continues without the reply. */
const defaultPatience = 1_000;
/** Milliseconds without commands after one that failed, and how much later some processes try again than others. */
const pause = { shortest: 1_000, jitter: 1_000 };

/**
 * Runs a command.
 *
 * @returns its reply; undefined when it failed, took too long, or another one did so within the last second or two
 */
export type BestEffort = <Reply>(
	command: (client: RedisConnection['client']) => Promise<Reply>,
) => Promise<Reply | undefined>;

/** @param patience milliseconds that a command may take */
export function createBestEffort(
	{ client }: Pick<RedisConnection, 'client'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
	patience = defaultPatience,
): BestEffort {
	/** Monotonic milliseconds. */
	let pausedUntil = 0;
	return async (command) => {
		if (performance.now() < pausedUntil || !client.isReady) return undefined;
		const giveUp = new AbortController();
		const timeLimit = async (): Promise<never> => {
			await wait(patience, undefined, { ref: false, signal: giveUp.signal });
			// When this process itself was busy for that long, the reply may be there already.
			await new Promise((resolve) => setImmediate(resolve));
			throw new Error(`Redis did not reply within ${patience} ms`);
		};
		try {
			return await Promise.race([command(client), timeLimit()]);
		} catch (error) {
			const isFirst = performance.now() >= pausedUntil;
			pausedUntil = performance.now() + pause.shortest + Math.random() * pause.jitter;
			// The connection's own errors are logged where it is made, so this needs the message only.
			if (isFirst) log.warn({ reason: (error as Error).message }, 'continuing without Redis for a moment');
			return undefined;
		} finally {
			giveUp.abort();
		}
	};
}
