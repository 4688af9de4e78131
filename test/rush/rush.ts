/**
 * A rush: many visitors in one virtual hour over six cities, through one BFF or several with the limits of level L1, in front of a
 * sandbox that allows every IP address 2,000 calls an hour without a token. Each visitor opens a city's page, uses two
 * filters, and reads three events by popularity; one in twenty is signed in, reads their own relations, and joins one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBff } from '../../src/bff/app.ts';
import { createEncryption, newSecret } from '../../src/bff/session/encryption.ts';
import { openSqliteStore } from '../../src/bff/session/sqlite-session-store.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { apiPrefix } from '../../src/contract/paths.ts';
import { type DayType, dayTypes, type EventType, eventTypes } from '../../src/contract/spec/filters.ts';
import { operationNameOf } from '../../src/contract/spec/match-operation.ts';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { TokenResponse, WireEventList } from '../../src/contract/spec/resources.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { openRedisStore } from '../bff/redis-stores.ts';
import { startRecordingProxy } from '../recording-proxy.ts';

const publicUrl = 'http://localhost:3000';
const cities = ['beijing', 'shanghai', 'guangzhou', 'shenzhen', 'chengdu', 'hangzhou'];
const hour = 3_600_000;

export interface RushReport {
	visitors: number;
	requests: number;
	/** Responses by status. */
	statuses: Record<string, number>;
	/** Calls to the service by operation, `token` and `anonymous` apart. */
	calls: Record<string, number>;
	/** Responses of the service with code 111 or 112. */
	limited: number;
	total: number;
}

/** A generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export interface RushOptions {
	visitors: number;
	/** Folder with an index.html. */
	webDir: string;
	/** BFFs that share one Redis; each request goes to any of them. Without these, one BFF on SQLite. */
	fleet?: { processes: number; redisUrl: string };
	/** Of so many visitors, one is signed in; 0 for none. */
	signedInShare?: number;
}

export async function runRush({
	visitors,
	webDir,
	fleet,
	signedInShare = 20,
}: RushOptions): Promise<RushReport> {
	const next = random(20_261_121);
	/** By itself, so that the visitors do the same whatever the number of processes. */
	const nextProcess = random(7);
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
	/** By popularity: the first of a list is chosen far more often than the last. */
	const pickPopular = <Item>(items: readonly Item[]): Item =>
		items[Math.floor(items.length * next() ** 3)] as Item;

	const sandbox = await startSandbox({
		port: 0,
		database: ':memory:',
		seed: 'demo',
		redirectUri: `${publicUrl}/callback`,
		anonymousLimit: 2_000,
	});
	const proxy = await startRecordingProxy(sandbox.origin);
	const dataDir = await mkdtemp(path.join(tmpdir(), 'daybill-rush-'));
	const key = newSecret();
	let now = Date.now();
	const clock = () => now;

	const control = async (method: string, target: string, body: object) =>
		(
			await fetch(`${sandbox.origin}/_sandbox${target}`, {
				method,
				headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
				body: JSON.stringify(body),
			})
		).json();
	const encryption = createEncryption([key]);
	const store =
		fleet === undefined
			? openSqliteStore(path.join(dataDir, 'sessions.sqlite'), encryption, clock)
			: await openRedisStore(fleet.redisUrl, encryption, clock, console);
	const members: { id: string; userId: string }[] = [];
	const memberCount = signedInShare === 0 ? 0 : Math.ceil(visitors / signedInShare);
	for (let index = 0; index < memberCount; index++) {
		const userId = String(1001 + (index % 250));
		const tokens = (await control('POST', '/tokens', {
			client_id: 'daybill-demo',
			user_id: userId,
		})) as TokenResponse;
		const id = newSecret();
		await store.create(id, {
			userId,
			scope: 'event_basic_r,event_basic_w',
			tokens: {
				accessToken: tokens.access_token,
				refreshToken: tokens.refresh_token,
				expiresIn: tokens.expires_in,
				receivedAt: now,
			},
		});
		members.push({ id, userId });
	}
	await store.close();

	const settings = {
		host: '127.0.0.1',
		port: 0,
		publicUrl,
		allowedHosts: [],
		eventsBaseUrl: proxy.origin,
		eventsAuthUrl: proxy.origin,
		clientId: 'daybill-demo',
		clientSecret: 'daybill-demo-secret',
		scope: 'event_basic_r,event_basic_w',
		pkce: false,
		tokenParams: 'body',
		timeZone: null,
		dataDir,
		sessionKeys: [key],
		redisUrl: fleet?.redisUrl ?? null,
		visitorLimits: null,
		metricsToken: null,
		drainSeconds: 0,
		trustProxy: false,
		mapTileUrl: 'https://tile.example/{z}/{x}/{y}.png',
		imageOrigins: [],
		logLevel: 'silent',
		webDir,
		clock,
		// What is measured is the number of calls, however busy this machine is.
		sharedPatience: 60_000,
	} as const;
	const bffs = await Promise.all(Array.from({ length: fleet?.processes ?? 1 }, () => startBff(settings)));

	const report: RushReport = { visitors, requests: 0, statuses: {}, calls: {}, limited: 0, total: 0 };
	const visit = async (method: string, target: string, session?: string): Promise<unknown> => {
		const bff = bffs[Math.floor(nextProcess() * bffs.length)];
		const response = await fetch(`${bff?.origin}${target}`, {
			method,
			headers: {
				[csrfHeader]: '1',
				...(method === 'GET' ? {} : { origin: publicUrl }),
				...(session === undefined ? {} : { cookie: `daybill=${session}` }),
			},
		});
		const text = await response.text();
		report.requests++;
		report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
		if (/"code":11[12]\b/.test(text)) report.limited++;
		return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
	};
	const visitList = async (
		loc: string | undefined,
		filters: { day_type: DayType; type?: EventType | undefined; count?: number },
		session?: string,
	) => {
		const target = operationPath('listEvents', { loc, start: 0, count: 20, ...filters });
		return ((await visit('GET', `${apiPrefix}${target}`, session)) as WireEventList).events;
	};
	const idOf = new Map<string, string>();
	const { locs } = (await (
		await fetch(`${sandbox.origin}${operationPath('listLocs', { count: 100 })}`)
	).json()) as { locs: { id: string; uid: string }[] };
	for (const { id, uid } of locs) idOf.set(uid, id);

	try {
		for (let index = 0; index < visitors; index++) {
			const member =
				signedInShare > 0 && index % signedInShare === 0 ? members[index / signedInShare] : undefined;
			const session = member?.id;
			const uid = pick(cities);
			const loc = idOf.get(uid);
			await visit('GET', `/cities/${uid}`, session);
			if (member !== undefined) {
				await visit('GET', '/auth/session', session);
				for (const name of ['listParticipatedEvents', 'listWishedEvents'] as const)
					await visit(
						'GET',
						`${apiPrefix}${operationPath(name, { id: member.userId, count: 100 })}`,
						session,
					);
			}
			const seen: WireEventList['events'] = [];
			for (let filter = 0; filter < 2; filter++) {
				const type = filter === 0 ? undefined : pick(eventTypes.filter((each) => each !== 'all'));
				seen.push(...(await visitList(loc, { day_type: pick(dayTypes), type }, session)));
			}
			const read: string[] = [];
			for (let event = 0; event < 3 && seen.length > 0; event++) {
				const { id } = pickPopular(seen);
				await visit('GET', `${apiPrefix}${operationPath('getEvent', { id })}`, session);
				read.push(id);
			}
			const isOpen = ({ end_time }: { end_time: string }) => Date.parse(end_time) > now + 86_400_000;
			if (member !== undefined) {
				const joined =
					seen.find((event) => read.includes(event.id) && isOpen(event)) ??
					seen.find(isOpen) ??
					// The days and types that were picked may have nothing left to join at this time of day.
					(await visitList(loc, { day_type: 'future', count: 100 }, session)).find(isOpen);
				if (joined === undefined) throw new Error(`nothing to join in ${uid}`);
				await visit('POST', `${apiPrefix}${operationPath('joinEvent', { id: joined.id })}`, session);
			}
			now += (hour * 0.999) / visitors;
			if (index % 100 === 0) await control('POST', '/clock', { now: new Date(now).toISOString() });
		}
	} finally {
		await Promise.all(bffs.map((bff) => bff.close()));
		await proxy.close();
		await sandbox.close();
		await rm(dataDir, { recursive: true, force: true });
	}
	for (const call of proxy.calls) {
		const [method = '', target = ''] = call.split(' ');
		const name = operationNameOf(method, target);
		report.calls[name] = (report.calls[name] ?? 0) + 1;
		report.total++;
	}
	return report;
}
