/** The connection to Redis or Valkey (`REDIS_URL`), for whatever several processes have to share. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createClient } from 'redis';
import { ProblemError } from './problem.ts';

/** Milliseconds: a command that has no answer by then has failed, and the caller is told. */
const commandTimeout = 3_000;

/**
 * Connects; a connection that is lost is made again in the background, and calls meanwhile fail at once.
 *
 * @param url redis:// or rediss://
 * @returns the client, and what runs commands on it: `store_unreachable` when one fails or has no answer in time
 * @throws Error when there is no Redis at the address at the start
 */
export async function connectRedis(url: string, log: Pick<FastifyBaseLogger, 'warn'>) {
	const client = createClient({
		url,
		disableOfflineQueue: true,
		socket: { connectTimeout: 3_000, reconnectStrategy: (attempts) => Math.min(50 * 2 ** attempts, 1_000) },
	});
	let isStarted = false;
	client.on('error', (error: unknown) => {
		if (isStarted) log.warn({ err: error }, 'Redis cannot be reached');
	});
	const connected = client.connect();
	await Promise.race([
		connected,
		wait(5_000, undefined, { ref: false }).then(() => {
			throw new Error('there is no answer from REDIS_URL');
		}),
	]).catch((error: unknown) => {
		client.destroy();
		throw error;
	});
	isStarted = true;

	const timeLimit = async (): Promise<never> => {
		await wait(commandTimeout, undefined, { ref: false });
		throw new Error('Redis does not answer');
	};
	const run = async <Result>(command: () => Promise<Result>): Promise<Result> => {
		try {
			// A connection may hang without being closed: the command then counts as failed, whatever became of it.
			return await Promise.race([command(), timeLimit()]);
		} catch (error) {
			throw new ProblemError(
				'store_unreachable',
				'What is kept here cannot be reached just now. Please try again.',
				undefined,
				error,
			);
		}
	};
	return { client, run };
}
