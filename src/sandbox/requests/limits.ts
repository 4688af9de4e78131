/**
 * Hourly limits, by the virtual clock: on calls (Spec §8) per user, application and scope, and per IP address; on wrong
 * passwords per account, per IP address, and per account at an address.
 */
import { LRUCache } from 'lru-cache';
import { type Level, levels, rateLimitHeaders, type Scope } from '../../contract/spec/levels.ts';
import { visitorOf } from '../../servers/visitor.ts';
import type { Clock } from '../clock.ts';
import { hashSecret } from '../oauth/secrets.ts';
import { ServiceError } from './service-error.ts';

const hourMs = 3_600_000;

/** Maximum number of stored counts; the least recently increased are dropped. */
const maxCounts = 50_000;

export interface Caller {
	userId: string;
	clientId: string;
	level: Level;
	scope: Scope;
	ip: string;
}

/** @param anonymousLimit calls without a token per IP address and hour; undefined: no limit */
export function createLimits(clock: Pick<Clock, 'now'>, anonymousLimit: number | undefined) {
	let currentHour = -1;
	// The option `max` would allocate every entry in advance.
	const counts = new LRUCache<string, number>({ maxSize: maxCounts, sizeCalculation: () => 1 });

	const countOf = (key: string): number => {
		const thisHour = Math.floor(clock.now() / hourMs);
		if (thisHour !== currentHour) counts.clear();
		currentHour = thisHour;
		return counts.get(key) ?? 0;
	};
	const add = (key: string): number => {
		const count = countOf(key) + 1;
		counts.set(key, count);
		return count;
	};
	/**
	 * Keys of the counters of wrong passwords, with their limits. A stranger's guesses lock an account only at the
	 * stranger's IP address, unless they come from many addresses. People can share an address, so its limit is higher.
	 * Names are hashed, so that long ones take no more memory.
	 */
	const wrongCounts = (uid: string, ip: string) => {
		const [account, address] = [`wrong ${hashSecret(uid)}`, `from ${visitorOf(ip)}`];
		return [
			[`${account} ${address}`, 10],
			[`wrong ${address}`, 60],
			[account, 100],
		] as const;
	};

	return {
		/** Counts a call with a token. @returns headers to send, and the error if the call exceeds a limit */
		count({ userId, clientId, level, scope, ip }: Caller) {
			const { callsPerUser, callsPerIp } = levels[level];
			const byUser = add(`user ${userId} ${clientId} ${scope}`);
			const byIp = add(`ip ${visitorOf(ip)}`);
			const error =
				byUser > callsPerUser ? new ServiceError(111) : byIp > callsPerIp ? new ServiceError(112) : undefined;
			return {
				error,
				headers: [
					[rateLimitHeaders.userLimit, String(callsPerUser)],
					[rateLimitHeaders.userRemaining, String(Math.max(0, callsPerUser - byUser))],
					[rateLimitHeaders.ipLimit, String(callsPerIp)],
					[rateLimitHeaders.ipRemaining, String(Math.max(0, callsPerIp - byIp))],
				] as const,
			};
		},
		/** Counts a call without a token, if such calls are limited. @throws ServiceError 112 */
		countAnonymous(ip: string): void {
			if (anonymousLimit !== undefined && add(`anonymous ${visitorOf(ip)}`) > anonymousLimit)
				throw new ServiceError(112);
		},
		/** Whether the account and the IP address are below their limits. If not, no password is checked. */
		maySignIn: (uid: string, ip: string): boolean =>
			wrongCounts(uid, ip).every(([key, max]) => countOf(key) < max),
		/** Counts a wrong password, even for an unknown account, so that responses don't reveal which exist. */
		countWrongPassword(uid: string, ip: string): void {
			for (const [key] of wrongCounts(uid, ip)) add(key);
		},
		/** Forgets an account's wrong passwords at this IP address after a correct one. */
		forgetWrongPasswords(uid: string, ip: string): void {
			counts.delete(wrongCounts(uid, ip)[0][0]);
		},
		reset: () => counts.clear(),
	};
}
