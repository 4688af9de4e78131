/** Lua scripts in Redis: a server gets the text of a script once, and after that its SHA-1. */
import { createHash } from 'node:crypto';
import { ErrorReply } from 'redis';
import type { RedisConnection } from './redis.ts';

interface Terms {
	keys: string[];
	arguments: (string | Buffer)[];
}

/**
 * Runs a script. @returns its reply
 *
 * @throws what the client throws
 */
export type RedisScript = (
	client: Pick<RedisConnection['client'], 'eval' | 'evalSha'>,
	terms: Terms,
) => Promise<unknown>;

/** @param text in Lua */
export function createRedisScript(text: string): RedisScript {
	const sha1 = createHash('sha1').update(text).digest('hex');
	return async (client, terms) => {
		try {
			return await client.evalSha(sha1, terms);
		} catch (error) {
			// A server that has just started, or another primary. EVAL makes it known there.
			if (!(error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))) throw error;
			return client.eval(text, terms);
		}
	};
}
