/** Calendars in Redis or Valkey (`REDIS_URL`): a secret URL that one process creates works at every process. */
import { type Encryption, hashSecret } from '../session/encryption.ts';
import type { RedisConnection } from '../storage/redis.ts';
import {
	type CalendarStore,
	maxRevisions,
	revisionLifetime,
	sessionContext,
	stampOf,
} from './calendar-store.ts';

/**
 * Keys: an event's revision, the set of all by their stamp. Arguments: fingerprint, stamp, seconds that a revision is kept,
 * how many are kept, the event's id, prefix of the revisions' keys.
 */
const reviseScript = `
local before = redis.call('HGET', KEYS[1], 'fingerprint')
if before ~= ARGV[1] then
  local sequence = 0
  if before then sequence = redis.call('HGET', KEYS[1], 'sequence') + 1 end
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'sequence', sequence, 'stamp', ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[5])
  local over = redis.call('ZCARD', KEYS[2]) - ARGV[4]
  if over > 0 then
    local oldest = redis.call('ZPOPMIN', KEYS[2], over)
    for index = 1, #oldest, 2 do redis.call('DEL', ARGV[6] .. oldest[index]) end
  end
end
return redis.call('HMGET', KEYS[1], 'sequence', 'stamp')`;

const revisionPrefix = 'daybill:revision:';
const revisionsKey = 'daybill:revisions';

/** Hash of the secret by person, person by hash, encrypted session by person. */
const byUser = 'daybill:calendars:by-user';
const bySecret = 'daybill:calendars:by-secret';
const sessions = 'daybill:calendars:sessions';
const calendarKeys = [byUser, bySecret, sessions];

/** Arguments: person, hash, encrypted session. An empty hash deletes the calendar. */
const secretScript = `
local before = redis.call('HGET', KEYS[1], ARGV[1])
if before then redis.call('HDEL', KEYS[2], before) end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[3], ARGV[1])
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
return redis.call('HSET', KEYS[2], ARGV[2], ARGV[1])`;
/** Arguments: person, encrypted session. */
const attachScript = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])`;

/** @param clock milliseconds since 1970 */
export function createRedisCalendarStore(
	{ client, run }: RedisConnection,
	encryption: Encryption,
	clock: () => number,
	max = maxRevisions,
): CalendarStore {
	const seal = (userId: string, sessionId: string) => encryption.seal(sessionId, sessionContext(userId));
	const runScript = async (script: string, ...args: string[]) => {
		await run(() => client.eval(script, { keys: calendarKeys, arguments: args }));
	};
	return {
		revise(events) {
			const given = [String(stampOf(clock())), String(revisionLifetime / 1000), String(max)];
			return run(() =>
				Promise.all(
					events.map(async ({ id, fingerprint }) => {
						const revision = await client.eval(reviseScript, {
							keys: [`${revisionPrefix}${id}`, revisionsKey],
							arguments: [fingerprint, ...given, id, revisionPrefix],
						});
						const [sequence, stamp] = revision as [string, string];
						return { sequence: Number(sequence), stamp: Number(stamp) };
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
