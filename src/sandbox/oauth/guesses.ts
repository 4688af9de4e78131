/**
 * Slows down password guessing, by the virtual clock. After some wrong passwords for one account or from one
 * IP address, the next attempt must wait: a second, then twice as long each time.
 */
import { visitorOf } from '../../servers/visitor.ts';
import type { Clock } from '../clock.ts';
import { hashSecret } from '../secrets.ts';

/** `free`: wrong passwords without a wait. Many people can share an IP address. */
const rules = {
	account: { free: 5, maxWaitMs: 15 * 60_000 },
	address: { free: 20, maxWaitMs: 60_000 },
} as const;

/** Wrong passwords are forgotten after this time without another. */
const memoryMs = 3_600_000;

export type Guesses = ReturnType<typeof createGuesses>;

/**
 * @param maxEntries accounts and IP addresses to remember; those whose last wrong password is oldest are
 * dropped first
 */
export function createGuesses(clock: Pick<Clock, 'now'>, maxEntries = 10_000) {
	const entries = new Map<string, { wrong: number; lastAt: number }>();

	const entryOf = (key: string) => {
		const entry = entries.get(key);
		if (entry === undefined) return undefined;
		// The virtual clock can be turned back, and a wait would then never end.
		const age = clock.now() - entry.lastAt;
		if (age >= 0 && age < memoryMs) return entry;
		entries.delete(key);
		return undefined;
	};
	/** A hash has the same size for every user name. */
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
		/** Counts a wrong password, even for an account that doesn't exist, so that nobody learns which do. */
		countWrong(uid: string, ip: string): void {
			for (const [, key] of keysOf(uid, ip)) {
				const wrong = (entryOf(key)?.wrong ?? 0) + 1;
				// Deletes and re-adds, so that the map is ordered by last wrong password.
				entries.delete(key);
				entries.set(key, { wrong, lastAt: clock.now() });
			}
			for (const oldest of entries.keys()) {
				if (entries.size <= maxEntries) break;
				entries.delete(oldest);
			}
		},
		/** Forgets an account's wrong passwords after a correct one. Those of the IP address remain. */
		forgetAccount(uid: string): void {
			entries.delete(`account ${hashSecret(uid)}`);
		},
		size: () => entries.size,
		reset: () => entries.clear(),
	};
}
