/**
 * What is learned of the service and saves calls: which operations need a token, how lists are paged, how long to wait
 * after a limit. Processes on one Redis exchange it every second; while Redis is away, each uses what it knows.
 */
import { LRUCache } from 'lru-cache';
import type { BestEffort } from './best-effort.ts';
import { createRedisScript } from './redis-script.ts';

export interface Facts {
	/** The value of a fact; undefined when it is not known, or not any more. */
	get(name: string): string | undefined;
	/**
	 * Learns a fact; what is learned last is valid everywhere.
	 *
	 * @param value null: what was known is wrong
	 * @param lifetime milliseconds
	 */
	set(name: string, value: string | null, lifetime: number): void;
	/** Exchanges facts with the other processes; without them, does nothing. */
	exchange(): Promise<void>;
}

/** A fact as it is stored. Times are milliseconds since 1970. */
interface Fact {
	value: string | null;
	at: number;
	until: number;
}

/** Facts that are known at once: there are few, except for people who have reached their limit. */
const maxFacts = 1_000;
/** Milliseconds after the last exchange for which facts stay in Redis. */
const lifetimeInRedis = 24 * 3_600_000;

/** The number changes with the form of what is stored, so that two versions of Daybill can share one Redis. */
const factsKey = 'daybill:facts:1';
/**
 * Arguments: now, how many are kept, milliseconds to keep all, then names and facts by turns. A fact replaces an older one.
 * Returns all as JSON.
 */
const exchangeScript = createRedisScript(`
local now = tonumber(ARGV[1])
for index = 4, #ARGV, 2 do
  local before = redis.call('HGET', KEYS[1], ARGV[index])
  if not before or cjson.decode(before).at < cjson.decode(ARGV[index + 1]).at then
    redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1])
  end
end
local facts = {}
local all = redis.call('HGETALL', KEYS[1])
for index = 1, #all, 2 do
  if cjson.decode(all[index + 1])["until"] < now or redis.call('HLEN', KEYS[1]) > tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], all[index])
  else
    facts[all[index]] = all[index + 1]
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return cjson.encode(facts)`);

/**
 * @param clock milliseconds since 1970
 * @param attempt for facts that processes share
 */
export function createFacts(clock: () => number, attempt?: BestEffort): Facts {
	const known = new LRUCache<string, Fact>({ max: maxFacts });
	const unsent = new Set<string>();

	const exchange = async (share: BestEffort) => {
		const sending = [...unsent];
		unsent.clear();
		const args = sending.flatMap((name) => {
			const fact = known.get(name);
			return fact === undefined ? [] : [name, JSON.stringify(fact)];
		});
		const terms = [clock(), maxFacts, lifetimeInRedis].map(String);
		const reply = await share((client) =>
			exchangeScript(client, { keys: [factsKey], arguments: [...terms, ...args] }),
		);
		if (reply === undefined) {
			for (const name of sending) unsent.add(name);
			return;
		}
		const shared = Object.entries(JSON.parse(String(reply)) as Record<string, string>);
		for (const [name, text] of shared) {
			const fact = JSON.parse(text) as Fact;
			if (fact.at > (known.peek(name)?.at ?? 0)) known.set(name, fact);
		}
		// Redis has lost its data.
		if (shared.length === 0)
			for (const [name, { until }] of known.entries()) if (until > clock()) unsent.add(name);
	};

	return {
		get(name) {
			const fact = known.get(name);
			return fact === undefined || fact.value === null || clock() >= fact.until ? undefined : fact.value;
		},
		set(name, value, lifetime) {
			const now = clock();
			const at = Math.max(now, (known.peek(name)?.at ?? 0) + 1);
			known.set(name, { value, at, until: now + lifetime });
			if (attempt === undefined) return;
			unsent.add(name);
			void exchange(attempt);
		},
		exchange: async () => (attempt === undefined ? undefined : exchange(attempt)),
	};
}
