/** Sessions in Redis or Valkey (`REDIS_URL`): for many processes on many machines. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import { connectRedis } from '../storage/redis.ts';
import { type Encryption, hashSecret, newSecret } from './encryption.ts';
import {
	lockPatience,
	lockTimes,
	type SessionStore,
	type StoredSession,
	sessionLifetime,
	type TokenPair,
	whileRenewing,
} from './session-store.ts';

/** Saves a pair only over the version that was read; a script, so that it is atomic. */
const saveScript = `
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'tokens', ARGV[2], 'version', ARGV[1] + 1)
return 1`;
/**
 * Takes a lock that is free (1) or has lapsed (2), by the clock of Redis; 0 when another process has it. The key outlasts
 * the lease, so that a lapsed lock can be distinguished from a free one.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends = redis.call('HGET', KEYS[1], 'ends')
if ends and tonumber(ends) > now then return 0 end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'ends', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return ends and 2 or 1`;
const renewScript = `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'ends', string.format('%.0f', now + ARGV[2]))
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`;
const releaseScript = `if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * @param url redis:// or rediss://
 * @param clock milliseconds since 1970
 * @throws Error when Redis cannot be reached at the start; without the URL's credentials
 */
export async function openRedisStore(
	url: string,
	encryption: Encryption,
	clock: () => number,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<SessionStore> {
	const { client, run } = await connectRedis(url, log);
	const sessionKey = (hash: string) => `daybill:session:${hash}`;
	const lockKey = (hash: string) => `daybill:lease:${hash}`;
	const loginKey = (nonce: string) => `daybill:login:${hashSecret(nonce)}`;
	const idleSeconds = sessionLifetime.idle / 1000;

	const readFields = (fields: Record<string, string>, hash: string): StoredSession | undefined => {
		const { user_id, scope, tokens: sealed, version, created_at } = fields;
		if (sealed === undefined || Number(created_at) < clock() - sessionLifetime.absolute) return undefined;
		const tokens = encryption.open(sealed, hash);
		return tokens === undefined
			? undefined
			: {
					userId: user_id ?? '',
					scope: scope ?? '',
					tokens: JSON.parse(tokens) as TokenPair,
					version: Number(version),
				};
	};

	return {
		async create(id, session) {
			const hash = hashSecret(id);
			await run(() =>
				client
					.multi()
					.hSet(sessionKey(hash), {
						user_id: session.userId,
						scope: session.scope,
						tokens: encryption.seal(JSON.stringify(session.tokens), hash),
						version: '1',
						created_at: String(clock()),
					})
					.expire(sessionKey(hash), idleSeconds)
					.exec(),
			);
		},
		async get(id) {
			const hash = hashSecret(id);
			// One round trip; the second command renews the lifetime of a session in use.
			const [fields] = await run(() =>
				Promise.all([client.hGetAll(sessionKey(hash)), client.expire(sessionKey(hash), idleSeconds)]),
			);
			return readFields(fields, hash);
		},
		async saveTokens(id, tokens, version) {
			const hash = hashSecret(id);
			const sealed = encryption.seal(JSON.stringify(tokens), hash);
			const saved = await run(() =>
				client.eval(saveScript, { keys: [sessionKey(hash)], arguments: [String(version), sealed] }),
			);
			return saved === 1;
		},
		async delete(id) {
			await run(() => client.del(sessionKey(hashSecret(id))));
		},
		async withLock(id, work) {
			const [key, owner] = [lockKey(hashSecret(id)), newSecret()];
			const giveUpAt = performance.now() + lockPatience;
			const terms = {
				keys: [key],
				arguments: [owner, String(lockTimes.lease), String(lockTimes.memory)],
			};
			const take = () => run(() => client.eval(takeScript, terms));
			let taken = await take();
			while (taken === 0) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'The sign-in is being renewed. Please try again.');
				await wait(lockTimes.poll);
				taken = await take();
			}
			try {
				return await whileRenewing(
					() => run(() => client.eval(renewScript, terms)),
					() => work({ hasLapsed: taken === 2 }),
				);
			} finally {
				// A lock that cannot be released now lapses by itself.
				await run(() => client.eval(releaseScript, { keys: [key], arguments: [owner] })).catch(
					(error: unknown) => log.warn({ err: error }, 'a lock could not be released and will lapse'),
				);
			}
		},
		async beginLogin(nonce, { stateHash, endsAt }) {
			const seconds = Math.max(1, Math.ceil((endsAt - clock()) / 1000));
			await run(() =>
				client.set(loginKey(nonce), JSON.stringify({ stateHash, endsAt }), {
					expiration: { type: 'EX', value: seconds },
				}),
			);
		},
		async takeLogin(nonce) {
			const text = await run(() => client.getDel(loginKey(nonce)));
			return text === null ? undefined : (JSON.parse(text) as { stateHash: string; endsAt: number });
		},
		isReady: () =>
			client.ping().then(
				() => true,
				() => false,
			),
		async close() {
			client.destroy();
		},
	};
}
