/** The store in Redis or Valkey, for several processes. */
import type { RedisClient } from './redis.ts';
import { type Driver, storeUnreachable } from './store.ts';

/** KEYS[1]: the entry. ARGV: expected value, new value, lifetime in milliseconds; 0 deletes the entry. */
const compareAndSet = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

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
			run(async () =>
				expected === undefined
					? (await client.set(key, value, 'PX', Math.ceil(ttlMs), 'NX')) === 'OK'
					: (await client.eval(compareAndSet, 1, key, expected, value, Math.ceil(ttlMs))) === 1,
			),
		close: async () => client.disconnect(),
	};
}
