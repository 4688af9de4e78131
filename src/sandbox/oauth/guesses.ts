/**
 * Slows the guessing of passwords, by the virtual clock. After some wrong ones, for one account or from one IP address,
 * the next must wait: a second, then twice as long each time.
 */
import { visitorOf } from '../../servers/visitor.ts';
import type { Clock } from '../clock.ts';
import { hashSecret } from '../secrets.ts';

/** Wrong passwords without a wait, and the longest wait in milliseconds. Many people can share an IP address. */
const rules = {
	account: { free: 5, maxWait: 15 * 60_000 },
	address: { free: 20, maxWait: 60_000 },
} as const;

/** Wrong passwords are forgotten after this time without another one, in milliseconds. */
const memory = 3_600_000;

export type Guesses = ReturnType<typeof createGuesses>;

/** @param maxEntries accounts and IP addresses that are remembered; those whose last wrong password is oldest go first */
export function createGuesses(clock: Pick<Clock, 'now'>, maxEntries = 10_000) {
	const entries = new Map<string, { wrong: number; lastAt: number }>();

	const entryOf = (key: string) => {
		const entry = entries.get(key);
		if (entry === undefined) return undefined;
		// The virtual clock can be turned back; a wait then would have no end.
		const age = clock.now() - entry.lastAt;
		if (age >= 0 && age < memory) return entry;
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
		/** Whether the account, or the IP address, must wait. The password is then not looked at. */
		mustWait: (uid: string, ip: string): boolean =>
			keysOf(uid, ip).some(([kind, key]) => {
				const entry = entryOf(key);
				const { free, maxWait } = rules[kind];
				if (entry === undefined || entry.wrong < free) return false;
				const wait = Math.min(maxWait, 1_000 * 2 ** (entry.wrong - free));
				return clock.now() < entry.lastAt + wait;
			}),
		/** Counts a wrong password; also for an account that does not exist, so that nobody learns which do. */
		countWrong(uid: string, ip: string): void {
			for (const [, key] of keysOf(uid, ip)) {
				const wrong = (entryOf(key)?.wrong ?? 0) + 1;
				// Deleted and set again, so that the map is in the order of the last wrong password.
				entries.delete(key);
				entries.set(key, { wrong, lastAt: clock.now() });
			}
			for (const oldest of entries.keys()) {
				if (entries.size <= maxEntries) break;
				entries.delete(oldest);
			}
		},
		/** Forgets the wrong passwords of an account, after the right one. Those of the IP address remain. */
		forgetAccount(uid: string): void {
			entries.delete(`account ${hashSecret(uid)}`);
		},
		/** Accounts and IP addresses that are remembered. */
		size: () => entries.size,
		reset: () => entries.clear(),
	};
}
