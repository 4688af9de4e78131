/** The connection to Redis or Valkey (`REDIS_URL`), one for all that a process shares with others. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createClient } from 'redis';
import { ProblemError } from '../http/problem.ts';
import { createErrorRedaction } from './redaction.ts';

/** Milliseconds after which a command without a reply has failed. */
const commandTimeout = 3_000;
/** Milliseconds that a start waits for the first connection. */
const startTimeout = 5_000;

/** An open connection, for the stores that use it; the caller of {@link connectRedis} closes it. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/**
 * Connects; a connection that is lost is made again in the background, and commands fail at once meanwhile.
 *
 * @param url redis:// or rediss://
 * @returns the client, and `run` for commands: `store_unreachable` when one fails or has no reply in time
 * @throws Error when the URL cannot be read, or Redis cannot be reached at the start; without the URL's credentials
 */
export async function connectRedis(url: string, log: Pick<FastifyBaseLogger, 'warn'>) {
	// The client puts the URL into some of its errors, and old servers repeat the command that has the password.
	const redacted = createErrorRedaction(url);
	const open = () => {
		try {
			return createClient({
				url,
				disableOfflineQueue: true,
				socket: {
					connectTimeout: 3_000,
					reconnectStrategy: (attempts) => Math.min(50 * 2 ** attempts, 1_000),
				},
			});
		} catch (error) {
			throw new Error(`REDIS_URL cannot be used: ${redacted(error).message}`);
		}
	};
	const client = open();
	let isStarted = false;
	let lastError: unknown;
	client.on('error', (error: unknown) => {
		lastError = error;
		if (isStarted) log.warn({ err: redacted(error) }, 'Redis cannot be reached');
	});
	const timeout = wait(startTimeout, undefined, { ref: false }).then(() => {
		throw lastError ?? new Error('there is no reply');
	});
	await Promise.race([client.connect(), timeout]).catch((error: unknown) => {
		client.destroy();
		throw new Error(`Redis at REDIS_URL cannot be used: ${redacted(error).message}`);
	});
	isStarted = true;

	const timeLimit = async (): Promise<never> => {
		await wait(commandTimeout, undefined, { ref: false });
		throw new Error('Redis does not reply');
	};
	const run = async <Result>(command: () => Promise<Result>): Promise<Result> => {
		try {
			// A connection may hang without being closed. The command then counts as failed, whatever its outcome.
			return await Promise.race([command(), timeLimit()]);
		} catch (error) {
			throw new ProblemError(
				'store_unreachable',
				'Daybill cannot reach its data store at the moment. Please try again.',
				undefined,
				redacted(error),
			);
		}
	};
	return { client, run, close: () => client.destroy() };
}
