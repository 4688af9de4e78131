/** The store in Redis or Valkey, for several processes. */
import { type RedisClient, replaceEntry } from './redis.ts';
import { type Driver, storeUnreachable } from './store.ts';

/** @param redacted removes credentials from an error */
export function createRedisStore(client: RedisClient, redacted: (error: unknown) => Error): Driver {
	const run = async <Result>(command: () => Promise<Result>): Promise<Result> => {
		try {
			return await command();
		} catch (error) {
			throw storeUnreachable(redacted(error));
		}
	};
	return {
		get: async (key) => (await run(() => client.get(key))) ?? undefined,
		set: async (key, value, ttlMs) => {
			await run(() => client.set(key, value, 'PX', Math.ceil(ttlMs)));
		},
		delete: async (key) => {
			await run(() => client.del(key));
		},
		compareAndSet: (key, expected, value, ttlMs) =>
			run(() => replaceEntry(client, key, expected, value, ttlMs)),
		close: async () => client.disconnect(),
	};
}
