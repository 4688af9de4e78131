/** Calendars in Redis or Valkey (`REDIS_URL`): an address made at one process is known to all. */
import type { FastifyBaseLogger } from 'fastify';
import { connectRedis } from '../redis.ts';
import { hashSecret } from '../session/encryption.ts';
import { type CalendarStore, revisionLife, stampOf } from './calendar-store.ts';

const reviseScript = `
local before = redis.call('HGET', KEYS[1], 'fingerprint')
if before ~= ARGV[1] then
  local sequence = 0
  if before then sequence = redis.call('HGET', KEYS[1], 'sequence') + 1 end
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'sequence', sequence, 'stamp', ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return redis.call('HMGET', KEYS[1], 'sequence', 'stamp')`;

/** Hashes of addresses by person, and back; an empty hash takes the address back. */
const addressKeys = ['daybill:calendars:by-user', 'daybill:calendars:by-secret'];
const addressScript = `
local before = redis.call('HGET', KEYS[1], ARGV[1])
if before then redis.call('HDEL', KEYS[2], before) end
if ARGV[2] == '' then return redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return redis.call('HSET', KEYS[2], ARGV[2], ARGV[1])`;

/**
 * @param url redis:// or rediss://
 * @param clock milliseconds since 1970
 * @throws Error when there is no Redis at the address at the start
 */
export async function openRedisCalendarStore(
	url: string,
	clock: () => number,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<CalendarStore> {
	const { client, run } = await connectRedis(url, log);
	const [byUser = '', bySecret = ''] = addressKeys;
	const writeAddress = async (userId: string, hash: string) => {
		await run(() => client.eval(addressScript, { keys: addressKeys, arguments: [userId, hash] }));
	};
	return {
		revise(events) {
			const given = [String(stampOf(clock())), String(revisionLife / 1000)];
			return run(() =>
				Promise.all(
					events.map(async ({ id, fingerprint }) => {
						const keys = [`daybill:revision:${id}`];
						const revision = await client.eval(reviseScript, { keys, arguments: [fingerprint, ...given] });
						const [sequence, stamp] = revision as [string, string];
						return { sequence: Number(sequence), stamp: Number(stamp) };
					}),
				),
			);
		},
		setAddress: (userId, secret) => writeAddress(userId, hashSecret(secret)),
		revoke: (userId) => writeAddress(userId, ''),
		hasAddress: async (userId) => (await run(() => client.hExists(byUser, userId))) === 1,
		ownerOf: async (secret) => (await run(() => client.hGet(bySecret, hashSecret(secret)))) ?? undefined,
		close: async () => client.destroy(),
	};
}
