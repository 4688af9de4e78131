/** Calendars in Redis or Valkey (`REDIS_URL`): a secret URL that one process creates works at every process. */
import { type Encryption, hashSecret } from '../session/encryption.ts';
import type { RedisConnection } from '../storage/redis.ts';
import { createRedisScript, type RedisScript } from '../storage/redis-script.ts';
import {
	type CalendarStore,
	maxRevisions,
	revisionLifetime,
	sessionContext,
	stampOf,
} from './calendar-store.ts';

/**
 * Keys: an event's revision. Arguments: fingerprint, stamp, seconds that a revision is kept. Returns sequence and stamp, and
 * whether the revision is new.
 */
const reviseScript = createRedisScript(`
local before = redis.call('HGET', KEYS[1], 'fingerprint')
if before ~= ARGV[1] then
  local sequence = 0
  if before then sequence = redis.call('HGET', KEYS[1], 'sequence') + 1 end
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'sequence', sequence, 'stamp', ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
local revision = redis.call('HMGET', KEYS[1], 'sequence', 'stamp')
return {revision[1], revision[2], before == ARGV[1] and 0 or 1}`);
/** Keys: the set of all revisions by their stamp. Arguments: stamp, the event's id, how many are kept. Returns the removed. */
const limitScript = createRedisScript(`
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
local over = redis.call('ZCARD', KEYS[1]) - ARGV[3]
if over <= 0 then return {} end
return redis.call('ZPOPMIN', KEYS[1], over)`);

const revisionPrefix = 'daybill:revision:';
const revisionsKey = 'daybill:revisions';

/** Arguments: person, hash, encrypted session. An empty hash deletes the calendar. */
const secretScript = createRedisScript(`
local before = redis.call('HGET', KEYS[1], ARGV[1])
if before then redis.call('HDEL', KEYS[2], before) end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[3], ARGV[1])
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
return redis.call('HSET', KEYS[2], ARGV[2], ARGV[1])`);
/** Arguments: person, encrypted session. */
const attachScript = createRedisScript(`
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])`);

/** @param clock milliseconds since 1970 */
export function createRedisCalendarStore(
	{ client, run, together }: RedisConnection,
	encryption: Encryption,
	clock: () => number,
	max = maxRevisions,
): CalendarStore {
	/** Hash of the secret by person, person by hash, encrypted session by person. */
	const calendarKeys = ['by-user', 'by-secret', 'sessions'].map(
		(name) => `daybill:${together('calendars')}:${name}`,
	);
	const [byUser = '', bySecret = '', sessions = ''] = calendarKeys;
	const seal = (userId: string, sessionId: string) => encryption.seal(sessionId, sessionContext(userId));
	const runScript = async (script: RedisScript, ...args: string[]) => {
		await run(() => script(client, { keys: calendarKeys, arguments: args }));
	};
	/** Adds an event to those with a revision, and deletes the oldest when there are too many. */
	const limit = async (stamp: string, id: string) => {
		const terms = { keys: [revisionsKey], arguments: [stamp, id, String(max)] };
		const removed = (await limitScript(client, terms)) as string[];
		const ids = removed.filter((_, index) => index % 2 === 0);
		await Promise.all(ids.map((each) => client.del(`${revisionPrefix}${each}`)));
	};
	return {
		revise(events) {
			const stamp = String(stampOf(clock()));
			const lifetime = String(revisionLifetime / 1000);
			return run(() =>
				Promise.all(
					events.map(async ({ id, fingerprint }) => {
						const revision = await reviseScript(client, {
							keys: [`${revisionPrefix}${id}`],
							arguments: [fingerprint, stamp, lifetime],
						});
						const [sequence, at, isNew] = revision as [string, string, number];
						if (isNew === 1) await limit(stamp, id);
						return { sequence: Number(sequence), stamp: Number(at) };
					}),
				),
			);
		},
		setSecret: (userId, secret, sessionId) =>
			runScript(secretScript, userId, hashSecret(secret), seal(userId, sessionId)),
		attachSession: (userId, sessionId) => runScript(attachScript, userId, seal(userId, sessionId)),
		revoke: (userId) => runScript(secretScript, userId, '', ''),
		hasSecret: async (userId) => (await run(() => client.hExists(byUser, userId))) === 1,
		async find(secret) {
			const userId = await run(() => client.hGet(bySecret, hashSecret(secret)));
			if (userId === null) return undefined;
			const sealed = await run(() => client.hGet(sessions, userId));
			const sessionId = sealed === null ? undefined : encryption.open(sealed, sessionContext(userId));
			return { userId, sessionId };
		},
		// Other stores use the connection too.
		close: async () => undefined,
	};
}
