/**
 * The second tier of the shared cache: responses in Redis, which all processes read and write. A response that none of them
 * has is fetched by one, under a lease, while the others wait for it; when that process ends, the lease lapses and another
 * one fetches. While Redis is away, each process fetches by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { RESP_TYPES } from 'redis';
import { newSecret } from '../session/encryption.ts';
import type { BestEffort } from '../storage/best-effort.ts';
import { createRedisScript } from '../storage/redis-script.ts';
import { correctOwnList, correctResponse } from './apply-change.ts';
import { type Changes, changesKey } from './changes.ts';
import { isOwnListOf } from './own-lists.ts';
import type { CachedResponse, DatedResponse, ResponseTier } from './shared-cache.ts';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** The number changes with the form of what is stored, so that two versions of Daybill can share one Redis. */
const prefix = 'daybill:{cache}:1:';

/** A kind of responses: which keys it has, and how many bytes it takes, compressed. The oldest ones are deleted first. */
export interface TierSpace {
	keys: string;
	maxBytes: number;
	/** Milliseconds after which a response is deleted, however much room there is. */
	lifetime: number;
	/** What changes mean for a response that is older: the response as it is now, or undefined where that is not known. */
	correct: typeof correctResponse;
}
/** As the shared cache keeps them. */
export const cutResponses: TierSpace = {
	keys: prefix,
	maxBytes: 256 * 1024 * 1024,
	lifetime: 24 * 3_600_000,
	correct: correctResponse,
};
/** Lists with every text, for search. They have bytes of their own, so that they do not displace what people read. */
export const wholeResponses: TierSpace = {
	keys: `${prefix}whole:`,
	maxBytes: 256 * 1024 * 1024,
	lifetime: 24 * 3_600_000,
	correct: correctResponse,
};
/** People's own lists: only those in which everything is public. */
export const ownResponses: TierSpace = {
	keys: `${prefix}own:`,
	maxBytes: 64 * 1024 * 1024,
	// They are about a person, whose session may have ended without a sign-out.
	lifetime: 6 * 3_600_000,
	correct: correctOwnList,
};

/** Milliseconds: the longest that a fetch may take before another process begins one, and that an outcome is shared. */
const times = { lease: 15_000, outcome: 1_000 };
/** Milliseconds between two looks at what another process is fetching: short at first. */
const waits = [15, 30, 60, 100];

/**
 * Whether there is a newer response, or this process is to fetch one. Keys: entry, lease, outcome, changes. Arguments: owner,
 * duration of the lease, the time after which a response is new, and whether this process has waited.
 */
const leadScript = createRedisScript(`
local at = redis.call('HGET', KEYS[1], 'at')
if at and tonumber(at) > tonumber(ARGV[3]) then return {'found'} end
if ARGV[4] == '1' and redis.call('EXISTS', KEYS[3]) == 1 then return {'outcome'} end
if not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'wait'} end
local last = redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1)
return {'lead', last[1] and last[1][1] or '0-0'}`);
/**
 * Stores responses that came together: a list, and the events inside. Keys: lease, index, sizes, total, and each entry.
 * Arguments: owner of the lease, or an empty text; when the fetch began; the last change before that; the limit in bytes; for
 * how many milliseconds they are kept; the record and the bytes of each.
 * A process whose lease has lapsed stores nothing, and nothing replaces what is newer.
 */
const storeScript = createRedisScript(`
if ARGV[1] ~= '' then
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('DEL', KEYS[1])
end
local names, places, sizes, added = {}, {}, {}, 0
for index = 5, #KEYS do
  local key, record, size = KEYS[index], ARGV[2 * index - 4], ARGV[2 * index - 3]
  local at = redis.call('HGET', key, 'at')
  if not at or tonumber(at) <= tonumber(ARGV[2]) then
    redis.call('HSET', key, 'at', ARGV[2], 'seen', ARGV[3], 'record', record)
    redis.call('PEXPIRE', key, ARGV[5])
    names[#names + 1] = key
    places[#places + 1], places[#places + 2] = ARGV[2], key
    sizes[#sizes + 1], sizes[#sizes + 2] = key, size
    added = added + size
  end
end
if #names == 0 then return 0 end
for _, size in ipairs(redis.call('HMGET', KEYS[3], unpack(names))) do added = added - (tonumber(size) or 0) end
redis.call('ZADD', KEYS[2], unpack(places))
redis.call('HSET', KEYS[3], unpack(sizes))
local total = redis.call('INCRBY', KEYS[4], added)
while total > tonumber(ARGV[4]) do
  local oldest = redis.call('ZPOPMIN', KEYS[2])[1]
  if not oldest then break end
  local size = tonumber(redis.call('HGET', KEYS[3], oldest) or '0')
  redis.call('DEL', oldest)
  redis.call('HDEL', KEYS[3], oldest)
  total = redis.call('DECRBY', KEYS[4], size)
end
return #names`);
/** Responses that are compressed and stored at once: others wait meanwhile, and Lua takes some thousand arguments. */
const storedAtOnce = 100;
/** Deletes the oldest quarter of the responses. Keys: index, sizes, total. Returns how many. */
const shrinkScript = createRedisScript(`
local count = math.ceil(redis.call('ZCARD', KEYS[1]) / 4)
if count == 0 then return 0 end
local oldest = redis.call('ZPOPMIN', KEYS[1], count)
for index = 1, #oldest, 2 do
  local size = tonumber(redis.call('HGET', KEYS[2], oldest[index]) or '0')
  redis.call('DEL', oldest[index])
  redis.call('HDEL', KEYS[2], oldest[index])
  redis.call('DECRBY', KEYS[3], size)
end
return count`);
/** Deletes responses. Keys: index, sizes, total. Arguments: the keys of the responses. */
const dropScript = createRedisScript(`
for _, key in ipairs(ARGV) do
  redis.call('DECRBY', KEYS[3], tonumber(redis.call('HGET', KEYS[2], key) or '0'))
  redis.call('HDEL', KEYS[2], key)
  redis.call('ZREM', KEYS[1], key)
  redis.call('DEL', key)
end
return #ARGV`);
const releaseScript = createRedisScript(
	`if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
);
const outcomeScript = createRedisScript(`redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`);

const asBytes = { [RESP_TYPES.BLOB_STRING]: Buffer };

const bookkeepingOf = (keys: string) => [`${keys}index`, `${keys}sizes`, `${keys}bytes`] as const;

/** Deletes the oldest responses of every kind, for what cannot be fetched again. @returns whether there were any */
export async function shrinkResponses(attempt: BestEffort): Promise<boolean> {
	const counts = await Promise.all(
		[cutResponses, wholeResponses, ownResponses].map((space) =>
			attempt((client) => shrinkScript(client, { keys: [...bookkeepingOf(space.keys)], arguments: [] })),
		),
	);
	return counts.some((count) => Number(count ?? 0) > 0);
}

/** Entries that are looked at in one step: Redis does nothing else meanwhile. */
const scannedAtOnce = 1_000;

/** Deletes a person's own lists, every part of them. While Redis is away, they stay until their lifetime is over. */
export async function dropOwnLists(attempt: BestEffort, userId: string): Promise<void> {
	const isTheirs = isOwnListOf(userId);
	const beginning = `${ownResponses.keys}response:`;
	/** Without the prefix of all keys, which the index has. */
	const pathOf = (key: string) => key.slice(key.indexOf(beginning) + beginning.length);
	const [indexKey, sizesKey, totalKey] = bookkeepingOf(ownResponses.keys);
	const pattern = `*/${encodeURIComponent(userId).replaceAll(/[*?[\]^\\]/g, '\\$&')}*`;
	let cursor = '0';
	do {
		const at = cursor;
		const found = await attempt((client) =>
			client.zScan(indexKey, at, { MATCH: pattern, COUNT: scannedAtOnce }),
		);
		if (found === undefined) return;
		const theirs = found.members.map(({ value }) => String(value)).filter((key) => isTheirs(pathOf(key)));
		const terms = { keys: [indexKey, sizesKey, totalKey], arguments: theirs };
		if (theirs.length > 0) await attempt((client) => dropScript(client, terms));
		cursor = String(found.cursor);
	} while (cursor !== '0');
}

const pack = ({ alongside: _, ...response }: CachedResponse): Promise<Buffer> =>
	compress(JSON.stringify(response));
const unpack = async (record: Buffer): Promise<CachedResponse> =>
	JSON.parse(String(await decompress(record))) as CachedResponse;

/**
 * @param changes that are newer than a response in Redis are applied to it
 * @param clock milliseconds since 1970
 */
export function createResponseTier(
	attempt: BestEffort,
	changes: Pick<Changes, 'since'>,
	clock: () => number,
	{ keys, maxBytes, lifetime, correct }: TierSpace,
): ResponseTier {
	const [indexKey, sizesKey, totalKey] = bookkeepingOf(keys);
	const keysOf = (path: string) => ({
		entry: `${keys}response:${path}`,
		lease: `${keys}lease:${path}`,
		outcome: `${keys}outcome:${path}`,
	});

	const find = async (path: string, after: number): Promise<DatedResponse | undefined> => {
		const fields = await attempt((client) => client.withTypeMapping(asBytes).hGetAll(keysOf(path).entry));
		const { at, seen, record } = (fields ?? {}) as Partial<Record<string, Buffer>>;
		const startedAt = Number(at ?? 0);
		if (record === undefined || !(startedAt > after)) return undefined;
		const unpacked = await unpack(record);
		// Not before: a change may have come while this waited.
		const newer = changes.since(String(seen));
		const response = newer === undefined ? undefined : correct(path, unpacked, newer);
		return response === undefined ? undefined : { response, startedAt };
	};

	const findOutcome = async (path: string): Promise<DatedResponse | undefined> => {
		const record = await attempt((client) => client.withTypeMapping(asBytes).get(keysOf(path).outcome));
		return record == null
			? undefined
			: { response: await unpack(record as unknown as Buffer), startedAt: clock() };
	};

	/** @param responses by path: the one that was fetched, and those inside */
	const store = async (
		owner: string,
		lease: string,
		startedAt: number,
		seen: string,
		responses: ReadonlyMap<string, CachedResponse>,
	) => {
		const all = [...responses];
		for (let start = 0; start < all.length; start += storedAtOnce) {
			const entries = await Promise.all(
				all.slice(start, start + storedAtOnce).map(async ([path, response]) => {
					const { entry } = keysOf(path);
					const record = await pack(response);
					return { entry, terms: [record, String(record.length + 3 * entry.length)] };
				}),
			);
			const keys = [lease, indexKey, sizesKey, totalKey, ...entries.map(({ entry }) => entry)];
			const args = [
				...[start === 0 ? owner : '', String(startedAt), seen, String(maxBytes), String(lifetime)],
				...entries.flatMap(({ terms }) => terms),
			];
			const stored = await attempt((client) => storeScript(client, { keys, arguments: args }));
			if (stored === undefined) return;
		}
	};

	const fetchAs = async (
		owner: string,
		seen: string,
		path: string,
		load: () => Promise<CachedResponse>,
		isKept: (response: CachedResponse) => boolean,
	): Promise<DatedResponse> => {
		const { lease, outcome } = keysOf(path);
		const startedAt = clock();
		let response: CachedResponse;
		try {
			response = await load();
		} catch (error) {
			await attempt((client) => releaseScript(client, { keys: [lease], arguments: [owner] }));
			throw error;
		}
		if (isKept(response)) {
			// The visitor does not wait for this.
			const inside = (response.alongside ?? []).map((other) => [other.path, other.response] as const);
			void store(owner, lease, startedAt, seen, new Map([[path, response], ...inside]));
		} else if (response.isForNobodyElse === true) {
			void attempt((client) =>
				Promise.all([
					releaseScript(client, { keys: [lease], arguments: [owner] }),
					// What is there is older, and could be kept.
					client.del(keysOf(path).entry),
				]),
			);
		} else {
			const record = await pack(response);
			void attempt((client) =>
				outcomeScript(client, {
					keys: [lease, outcome],
					arguments: [owner, record, String(times.outcome)],
				}),
			);
		}
		return { response, startedAt };
	};

	return {
		find,
		async loadOnce(path, after, load, isKept) {
			const { entry, lease, outcome } = keysOf(path);
			const owner = newSecret();
			for (let round = 0; ; round++) {
				const reply = await attempt((client) =>
					leadScript(client, {
						keys: [entry, lease, outcome, changesKey],
						arguments: [owner, String(times.lease), String(after), round === 0 ? '0' : '1'],
					}),
				);
				const [state, seen] = (reply ?? ['alone']) as [string, string?];
				if (state === 'alone') {
					const startedAt = clock();
					return { response: await load(), startedAt };
				}
				if (state === 'lead') return fetchAs(owner, seen ?? '0-0', path, load, isKept);
				const found =
					state === 'found'
						? await find(path, after)
						: state === 'outcome'
							? await findOutcome(path)
							: undefined;
				if (found !== undefined) return found;
				// A change has overtaken it: this process needs a newer one. It waits, since the clocks of processes differ.
				if (state === 'found') after = clock();
				await wait(waits[Math.min(round, waits.length - 1)]);
			}
		},
	};
}
