/**
 * The hourly budget of this server (Spec §8): every call of a user counts for the server's IP address too. When it runs
 * low, cached responses are kept longer, so that writes still get through (design §5). Processes on one Redis share what
 * they have spent and seen.
 */

import type { RateLimit } from '../../contract/bff-api/session.ts';
import { levels } from '../../contract/spec/access.ts';
import type { BestEffort } from '../storage/best-effort.ts';
import { createRedisScript } from '../storage/redis-script.ts';

export interface Budget {
	/** Counts a call. */
	spend(): void;
	/** Takes the limits from a response's headers. */
	see(limits: RateLimit): void;
	/** Takes note of code 112: this server's IP address has no calls left. */
	seeSpent(): void;
	/** How many times longer than usual responses stay fresh: 1 in quiet hours, 6 when nothing is left. */
	stretch(): number;
	/** Whether so much of the budget is spent that no call is made which can wait. */
	isLow(): boolean;
	/** Calls left for this server's IP address in this hour, as the service said; undefined while unknown. */
	remaining(): number | undefined;
	/** Exchanges figures with the other processes; without them, does nothing. */
	sync(): Promise<void>;
}

const hour = 3_600_000;
/** The last hour is counted in slices of five minutes. */
const slice = 300_000;

/** How many times longer responses stay fresh when nothing of the budget is left. In between, the time grows with what is spent. */
const longest = 6;
/** From which share of the budget on it is low. */
const low = 0.2;

/** What the service last said of this server's IP address. */
interface SeenBudget {
	remaining: number;
	limit: number;
	/** Milliseconds since 1970. */
	at: number;
}

const budgetKey = 'daybill:budget';
/**
 * Adds this process's calls to those of all, and keeps what was seen last. Arguments: the oldest slice that counts, the
 * seen budget and when it was seen, milliseconds to keep all this, then slices and calls by turns. Returns all fields as JSON.
 */
const syncScript = createRedisScript(`
for index = 5, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1]) end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  local slice = tonumber(field)
  if slice and slice < tonumber(ARGV[1]) then redis.call('HDEL', KEYS[1], field) end
end
local before = tonumber(redis.call('HGET', KEYS[1], 'seen_at') or '0')
if tonumber(ARGV[3]) > before then redis.call('HSET', KEYS[1], 'seen', ARGV[2], 'seen_at', ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
local fields = {}
local all = redis.call('HGETALL', KEYS[1])
for index = 1, #all, 2 do fields[all[index]] = all[index + 1] end
return cjson.encode(fields)`);

/**
 * @param clock milliseconds since 1970
 * @param attempt for a budget that processes share
 * @param workers that share the budget and not their figures: each takes it that the others spend as much
 */
export function createBudget(clock: () => number, attempt?: BestEffort, workers = 1): Budget {
	let seen: SeenBudget | undefined;
	/** Calls by slice: those of all processes at the last exchange, and those of this one since then. */
	let spent = new Map<number, number>();
	let unsent = new Map<number, number>();
	const current = () => (seen !== undefined && clock() - seen.at < hour ? seen : undefined);
	const oldestSlice = () => Math.ceil((clock() - hour) / slice);

	/** Calls in the last hour. Headers do not count those without a token. */
	const countSpent = () => {
		const oldest = oldestSlice();
		let sum = 0;
		for (const calls of [spent, unsent])
			for (const [index, count] of calls) {
				if (index < oldest) calls.delete(index);
				else sum += count;
			}
		return sum * workers;
	};

	const exchange = async (share: BestEffort) => {
		const sending = unsent;
		unsent = new Map();
		const args = [
			oldestSlice(),
			JSON.stringify(seen ?? null),
			seen?.at ?? 0,
			hour + slice,
			...[...sending].flat(),
		];
		const reply = await share((client) =>
			syncScript(client, { keys: [budgetKey], arguments: args.map(String) }),
		);
		if (reply === undefined) {
			// They are sent the next time. When the reply alone was lost, they count twice, which is the safe side.
			for (const [index, count] of sending) unsent.set(index, (unsent.get(index) ?? 0) + count);
			return;
		}
		const fields = JSON.parse(String(reply)) as Record<string, string>;
		spent = new Map(
			Object.entries(fields).flatMap(([name, count]) =>
				/^\d+$/.test(name) ? [[Number(name), Number(count)]] : [],
			),
		);
		const shared = JSON.parse(fields.seen ?? 'null') as SeenBudget | null;
		if (shared !== null && shared.at > (seen?.at ?? 0)) seen = shared;
	};

	/** Share of the budget that is spent: 1 when nothing is left. */
	const spentShare = () => {
		const last = current();
		const limit = last?.limit ?? levels.L1.callsPerIp;
		return Math.min(1, Math.max(countSpent() / limit, last === undefined ? 0 : 1 - last.remaining / limit));
	};

	return {
		spend() {
			const index = Math.floor(clock() / slice);
			unsent.set(index, (unsent.get(index) ?? 0) + 1);
		},
		see({ ip_remaining, ip_limit }) {
			if (ip_remaining === null || ip_limit === null || ip_limit === 0) return;
			seen = { remaining: ip_remaining, limit: ip_limit, at: clock() };
		},
		seeSpent() {
			seen = { remaining: 0, limit: seen?.limit ?? levels.L1.callsPerIp, at: clock() };
		},
		stretch: () => 1 + (longest - 1) * spentShare(),
		isLow: () => spentShare() >= low,
		remaining: () => current()?.remaining,
		sync: async () => (attempt === undefined ? undefined : exchange(attempt)),
	};
}
