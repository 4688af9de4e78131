/**
 * Slows down password guessing, by the virtual clock. After some wrong passwords for one account or from one
 * IP address, the next attempt must wait: a second, then twice as long each time.
 */
import { LRUCache } from 'lru-cache';
import { visitorOf } from '../../servers/visitor.ts';
import type { Clock } from '../clock.ts';
import { hashSecret } from './secrets.ts';

/** `free`: wrong passwords without a wait. Many people can share an IP address. */
const rules = {
	account: { free: 5, maxWaitMs: 15 * 60_000 },
	address: { free: 20, maxWaitMs: 60_000 },
} as const;

/** Wrong passwords are forgotten after this long without another. */
const memoryMs = 3_600_000;

/**
 * @param maxEntries accounts and IP addresses to remember; those whose last wrong password is oldest are
 * dropped first
 */
export function createGuesses(clock: Pick<Clock, 'now'>, maxEntries = 10_000) {
	const entries = new LRUCache<string, { wrong: number; lastAt: number }>({
		// The option `max` would allocate every entry in advance.
		maxSize: maxEntries,
		sizeCalculation: () => 1,
	});

	const entryOf = (key: string) => {
		const entry = entries.peek(key);
		// The virtual clock can be turned back, and a wait would then never end.
		const age = clock.now() - (entry?.lastAt ?? 0);
		return age >= 0 && age < memoryMs ? entry : undefined;
	};
	/** Hashes the user name, so that long names don't take more memory. */
	const keysOf = (uid: string, ip: string) =>
		[
			['account', `account ${hashSecret(uid)}`],
			['address', `address ${visitorOf(ip)}`],
		] as const;

	return {
		/** Whether the account or IP address must wait. The password is then not checked. */
		mustWait: (uid: string, ip: string): boolean =>
			keysOf(uid, ip).some(([kind, key]) => {
				const entry = entryOf(key);
				const { free, maxWaitMs } = rules[kind];
				if (entry === undefined || entry.wrong < free) return false;
				const wait = Math.min(maxWaitMs, 1_000 * 2 ** (entry.wrong - free));
				return clock.now() < entry.lastAt + wait;
			}),
		/** Counts a wrong password, even for an unknown account, so that responses don't reveal which exist. */
		countWrong(uid: string, ip: string): void {
			for (const [, key] of keysOf(uid, ip))
				entries.set(key, { wrong: (entryOf(key)?.wrong ?? 0) + 1, lastAt: clock.now() });
		},
		/** Forgets an account's wrong passwords after a correct one. Those of the IP address remain. */
		forgetAccount(uid: string): void {
			entries.delete(`account ${hashSecret(uid)}`);
		},
		size: () => entries.size,
		reset: () => entries.clear(),
	};
}
