/** Sessions in Redis or Valkey (`REDIS_URL`): for many processes on many machines. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import type { RedisConnection } from '../storage/redis.ts';
import { createRedisScript } from '../storage/redis-script.ts';
import { type Encryption, hashSecret, newSecret } from './encryption.ts';
import {
	lockPatience,
	lockTimes,
	maxSessionsOf,
	maxUnreadWrites,
	type SessionStore,
	type StoredSession,
	sessionLifetime,
	storeLimits,
	type TokenPair,
	unreadLifetime,
	whileRenewing,
} from './session-store.ts';

const sessionPrefix = 'daybill:session:';
const loginPrefix = 'daybill:login:';
/** Hashes of the nonces of the sign-ins under way, by their end. */
const loginsKey = 'daybill:logins';
/** Followed by the hash of a person's id: the hashes of their sessions, by the time of the sign-in. */
const byUserPrefix = 'daybill:sessions-of:';

/**
 * Adds to a sorted set what somebody can make any number of, and removes the oldest when there are too many. Keys: the set.
 * Arguments: score, member, how many are kept, seconds that the set is kept. Returns members and scores of those removed: in
 * a Cluster, their own keys are on other nodes.
 */
const countScript = createRedisScript(`
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
local over = redis.call('ZCARD', KEYS[1]) - ARGV[3]
if over <= 0 then return {} end
return redis.call('ZPOPMIN', KEYS[1], over)`);
/** Saves a pair only over the version that was read; a script, so that it is atomic. */
const saveScript = createRedisScript(`
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'tokens', ARGV[2], 'version', ARGV[1] + 1)
return 1`);
/**
 * Followed by the id of an event: the number of the change, its time in milliseconds since 1970, and `unpublished` where
 * other processes may not have learned of it.
 */
const writePrefix = 'wrote:';
/** Keys: the session. Arguments: prefix, id of the event, time and state, how many are kept. The oldest is removed. */
const noteWriteScript = createRedisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local number = redis.call('HINCRBY', KEYS[1], 'writes', 1)
redis.call('HSET', KEYS[1], ARGV[1] .. ARGV[2], number .. ' ' .. ARGV[3])
local count, oldest, oldest_number = 0, nil, nil
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  if string.sub(fields[index], 1, #ARGV[1]) == ARGV[1] then
    count = count + 1
    local number = tonumber(string.match(fields[index + 1], '^%d+'))
    if not oldest or number < oldest_number then oldest, oldest_number = fields[index], number end
  end
end
if count > tonumber(ARGV[4]) then redis.call('HDEL', KEYS[1], oldest) end
return count`);
/** Keys: the session. Arguments: prefix with the id of the event, and the latest time of a write that is removed. */
const forgetWriteScript = createRedisScript(`
local value = redis.call('HGET', KEYS[1], ARGV[1])
if not value or tonumber(string.match(value, '^%d+ (%d+)')) > tonumber(ARGV[2]) then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])`);
/**
 * Takes a lock that is free (1) or has lapsed (2), by the clock of Redis; 0 when another process has it. The key outlasts
 * the lease, so that a lapsed lock can be distinguished from a free one.
 */
const takeScript = createRedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends = redis.call('HGET', KEYS[1], 'ends')
if ends and tonumber(ends) > now then return 0 end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'ends', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return ends and 2 or 1`);
const renewScript = createRedisScript(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'ends', string.format('%.0f', now + ARGV[2]))
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`);
const releaseScript = createRedisScript(
	`if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
);

/** @param clock milliseconds since 1970 */
export function createRedisSessionStore(
	{ client, run }: RedisConnection,
	encryption: Encryption,
	clock: () => number,
	log: Pick<FastifyBaseLogger, 'warn'>,
	limits = storeLimits,
): SessionStore {
	const sessionKey = (hash: string) => `${sessionPrefix}${hash}`;
	const lockKey = (hash: string) => `daybill:lease:${hash}`;
	const loginKey = (nonce: string) => `${loginPrefix}${hashSecret(nonce)}`;
	/** Adds a member to a set, and deletes the keys of those that are too many. */
	const limitMembers = (
		set: string,
		score: string,
		member: string,
		max: number,
		seconds: number,
		keyOf: (member: string) => string,
	) =>
		run(async () => {
			const terms = [score, member, String(max), String(seconds)];
			const removed = (await countScript(client, { keys: [set], arguments: terms })) as string[];
			const keys = removed.filter((_, index) => index % 2 === 0).map(keyOf);
			await Promise.all(keys.map((key) => client.del(key)));
		});
	const idleSeconds = sessionLifetime.idle / 1000;

	/** Oldest first. */
	const readWrites = (fields: Record<string, string>) =>
		Object.entries(fields)
			.filter(([name]) => name.startsWith(writePrefix))
			.map(([name, value]) => {
				const [number, writtenAt, state] = value.split(' ');
				return {
					id: name.slice(writePrefix.length),
					number: Number(number),
					writtenAt: Number(writtenAt),
					state,
				};
			})
			.filter(({ writtenAt }) => writtenAt > clock() - unreadLifetime)
			.sort((a, b) => a.number - b.number);
	const readFields = (fields: Record<string, string>, hash: string): StoredSession | undefined => {
		const { user_id, scope, tokens: sealed, version, created_at } = fields;
		if (sealed === undefined || Number(created_at) < clock() - sessionLifetime.absolute) return undefined;
		const tokens = encryption.open(sealed, hash);
		const writes = readWrites(fields);
		return tokens === undefined
			? undefined
			: {
					userId: user_id ?? '',
					scope: scope ?? '',
					tokens: JSON.parse(tokens) as TokenPair,
					version: Number(version),
					unreadWrites: writes.map(({ id }) => id),
					unpublishedWrites: writes.filter(({ state }) => state === 'unpublished').map(({ id }) => id),
				};
	};

	return {
		async create(id, session) {
			const hash = hashSecret(id);
			const userHash = hashSecret(session.userId);
			const createdAt = String(clock());
			await run(() =>
				client
					.multi()
					.hSet(sessionKey(hash), {
						user_id: session.userId,
						user_hash: userHash,
						scope: session.scope,
						tokens: encryption.seal(JSON.stringify(session.tokens), hash),
						version: '1',
						created_at: createdAt,
					})
					.expire(sessionKey(hash), idleSeconds)
					.exec(),
			);
			const max = maxSessionsOf(session.userId, limits);
			const seconds = sessionLifetime.absolute / 1000;
			await limitMembers(`${byUserPrefix}${userHash}`, createdAt, hash, max, seconds, sessionKey);
		},
		async get(id) {
			const hash = hashSecret(id);
			// One round trip. A session in use gets a new lifetime, but it can be read where nothing can be written.
			const [fields] = await run(() =>
				Promise.all([
					client.hGetAll(sessionKey(hash)),
					client.expire(sessionKey(hash), idleSeconds).catch(() => undefined),
				]),
			);
			return readFields(fields, hash);
		},
		async saveTokens(id, tokens, version) {
			const hash = hashSecret(id);
			const sealed = encryption.seal(JSON.stringify(tokens), hash);
			const saved = await run(() =>
				saveScript(client, { keys: [sessionKey(hash)], arguments: [String(version), sealed] }),
			);
			return saved === 1;
		},
		async noteWrite(id, eventId, isPublished) {
			const state = isPublished ? '' : ' unpublished';
			const args = [writePrefix, eventId, `${clock()}${state}`, String(maxUnreadWrites)];
			const keys = [sessionKey(hashSecret(id))];
			await run(() => noteWriteScript(client, { keys, arguments: args }));
		},
		async forgetWrite(id, eventId, until) {
			const terms = {
				keys: [sessionKey(hashSecret(id))],
				arguments: [`${writePrefix}${eventId}`, String(until)],
			};
			await run(() => forgetWriteScript(client, terms));
		},
		async delete(id) {
			const hash = hashSecret(id);
			await run(async () => {
				const userHash = await client.hGet(sessionKey(hash), 'user_hash');
				await client.del(sessionKey(hash));
				if (userHash !== null) await client.zRem(`${byUserPrefix}${userHash}`, hash);
			});
		},
		async withLock(id, work) {
			const [key, owner] = [lockKey(hashSecret(id)), newSecret()];
			const giveUpAt = performance.now() + lockPatience;
			const terms = {
				keys: [key],
				arguments: [owner, String(lockTimes.lease), String(lockTimes.memory)],
			};
			const take = () => run(() => takeScript(client, terms));
			let taken = await take();
			while (taken === 0) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'The sign-in is being renewed. Please try again.');
				await wait(lockTimes.poll);
				taken = await take();
			}
			try {
				return await whileRenewing(
					() => run(() => renewScript(client, terms)),
					() => work({ hasLapsed: taken === 2 }),
				);
			} finally {
				// A lock that cannot be released now lapses by itself.
				await run(() => releaseScript(client, { keys: [key], arguments: [owner] })).catch((error: unknown) =>
					log.warn({ err: error }, 'a lock could not be released and will lapse'),
				);
			}
		},
		async beginLogin(nonce, { stateHash, endsAt }) {
			const seconds = Math.max(1, Math.ceil((endsAt - clock()) / 1000));
			await run(() =>
				Promise.all([
					client.set(loginKey(nonce), JSON.stringify({ stateHash, endsAt }), {
						expiration: { type: 'EX', value: seconds },
					}),
					client.zRemRangeByScore(loginsKey, '-inf', clock()),
				]),
			);
			const keyOf = (hash: string) => `${loginPrefix}${hash}`;
			await limitMembers(loginsKey, String(endsAt), hashSecret(nonce), limits.logins, seconds, keyOf);
		},
		async takeLogin(nonce) {
			const [text] = await run(() =>
				Promise.all([client.getDel(loginKey(nonce)), client.zRem(loginsKey, hashSecret(nonce))]),
			);
			return text === null ? undefined : (JSON.parse(text) as { stateHash: string; endsAt: number });
		},
		isReady: () =>
			run(() => client.ping()).then(
				() => true,
				() => false,
			),
		// Other stores use the connection too.
		close: async () => undefined,
	};
}
