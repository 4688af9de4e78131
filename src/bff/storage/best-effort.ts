/**
 * Commands for what processes share but can do without: counters, the cache, the budget. While Redis is away or slow, each
 * process continues by itself, and people are not kept waiting.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { RedisConnection } from './redis.ts';

/** Milliseconds after which a process continues without the reply. */
const defaultPatience = 1_000;
/** Milliseconds between two log lines about errors of Redis, such as that it is full. */
const logInterval = 10_000;

/**
 * Runs a command.
 *
 * @returns its reply; undefined when it failed or took too long, and at once while Redis does not reply
 */
export type BestEffort = <Reply>(
	command: (client: RedisConnection['client']) => Promise<Reply>,
) => Promise<Reply | undefined>;

/** @param patience milliseconds that a command may take */
export function createBestEffort(
	{ client, within }: Pick<RedisConnection, 'client' | 'within'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
	patience = defaultPatience,
): BestEffort {
	/** Monotonic milliseconds. */
	let logsAgainAt = 0;
	return async (command) => {
		if (!client.isReady) return undefined;
		try {
			return await within(patience, () => command(client));
		} catch (error) {
			// The connection's own errors are logged where it is made, so this needs the message only.
			if (performance.now() >= logsAgainAt) {
				logsAgainAt = performance.now() + logInterval;
				log.warn({ reason: (error as Error).message }, 'continuing without Redis');
			}
			return undefined;
		}
	};
}
