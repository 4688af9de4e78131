/**
 * Hourly limits, by the virtual clock: on calls (Spec §8) per user, application and scope, and per IP address; on wrong
 * passwords per account, per IP address, and per account at an address; on sign-ins and consents per account at an
 * address.
 */
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Level, levels, rateLimitHeaders, type Scope } from '../../contract/spec/levels.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import { networkOf, visitorOf } from '../../servers/visitor.ts';
import type { Clock } from '../clock.ts';
import { hashSecret } from '../oauth/secrets.ts';
import { ServiceError } from './service-error.ts';

const hourMs = 3_600_000;

/** Maximum number of stored counts; the least recently increased are dropped. */
const maxCounts = 50_000;

/** Sign-ins, or consents, with one account at one address. More could push out everyone's secrets (`maxStored`). */
const maxGrants = 60;

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
	const add = (key: string, times = 1): void => void counts.set(key, countOf(key) + times);
	/** Counts a call or attempt only if all limits allow it: a rejected one must not use up limits that others share. */
	const addWithin = (limits: readonly (readonly [key: string, max: number])[]): boolean => {
		if (limits.some(([key, max]) => countOf(key) >= max)) return false;
		for (const [key] of limits) add(key);
		return true;
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
			const [user, address] = [`user ${userId} ${clientId} ${scope}`, `ip ${visitorOf(ip)}`];
			const isAbove = countOf(user) >= callsPerUser;
			const isCounted = addWithin([
				[user, callsPerUser],
				[address, callsPerIp],
			]);
			return {
				error: isCounted ? undefined : new ServiceError(isAbove ? 111 : 112),
				headers: [
					[rateLimitHeaders.userLimit, String(callsPerUser)],
					[rateLimitHeaders.userRemaining, String(Math.max(0, callsPerUser - countOf(user)))],
					[rateLimitHeaders.ipLimit, String(callsPerIp)],
					[rateLimitHeaders.ipRemaining, String(Math.max(0, callsPerIp - countOf(address)))],
				] as const,
			};
		},
		/** Counts a call without a token, if such calls are limited. @throws ServiceError 112 */
		countAnonymous(ip: string): void {
			if (anonymousLimit !== undefined && !addWithin([[`anonymous ${visitorOf(ip)}`, anonymousLimit]]))
				throw new ServiceError(112);
		},
		/**
		 * Counts an attempt to sign in before its password is checked, even for an unknown account, so that responses don't
		 * reveal which exist. False if a limit is reached, so that no password may be checked.
		 */
		countAttempt: (uid: string, ip: string): boolean => addWithin(wrongCounts(uid, ip)),
		/** After a correct password, forgets this attempt, and the account's earlier ones at this IP address. */
		forgetAttempts(uid: string, ip: string): void {
			const [[own], ...others] = wrongCounts(uid, ip);
			counts.delete(own);
			for (const [key] of others) add(key, -1);
		},
		/** Counts a sign-in or a consent, except from this machine. @throws ServiceError 112 */
		countGrant(kind: 'sign-in' | 'consent', userId: string, request: FastifyRequest): void {
			const visitor = visitorOf(request.ip);
			const key = `${kind} ${userId} ${networkOf(visitor) ?? visitor}`;
			if (!isFromThisMachine(request) && !addWithin([[key, maxGrants]])) throw new ServiceError(112);
		},
		reset: () => counts.clear(),
	};
}
