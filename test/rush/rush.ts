/**
 * A rush: many visitors in one virtual hour over six cities, through a BFF with the limits of level L1, in front of a
 * sandbox that allows every IP address 2,000 calls an hour without a token. Each visitor opens a city's page, uses two
 * filters, and reads three events by popularity; signed-in visitors read their own relations, and join one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { startBff } from '../../src/bff/app.ts';
import { createEncryption, newSecret } from '../../src/bff/session/encryption.ts';
import { createSessionStore, type SessionStore } from '../../src/bff/session/session-store.ts';
import { openStore } from '../../src/bff/store/open-store.ts';
import { apiPath } from '../../src/contract/bff-api/api.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import type { Call } from '../../src/contract/spec/call.ts';
import { dayTypes, type EventType, eventTypes } from '../../src/contract/spec/filters.ts';
import { matchOperations } from '../../src/contract/spec/match-operation.ts';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { TokenResponse } from '../../src/contract/spec/resources.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { createRandom, type Random } from '../../src/sandbox/data/random.ts';
import { publicUrl, settingsFor } from '../bff/settings-for.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { type Control, controlOf } from '../sandbox/control.ts';

const cities = ['beijing', 'shanghai', 'guangzhou', 'shenzhen', 'chengdu', 'hangzhou'];
const hour = 3_600_000;
/** Visitors with concurrent requests. */
const atOnce = 4;

export interface RushReport {
	visitors: number;
	requests: number;
	/** Responses by status. */
	statuses: Record<string, number>;
	/** Calls to the service by operation, with `token` and `anonymous` separately. */
	calls: Record<string, number>;
	/** Responses of the service with code 111 or 112. */
	limited: number;
	total: number;
}

/** A signed-in user. */
interface Member {
	userId: string;
	/** Value of the session cookie. */
	id: string;
}

/** Stores sessions for users with tokens issued by the sandbox. @param now milliseconds since 1970 */
async function storeSessions(
	store: Pick<SessionStore, 'create'>,
	control: Control,
	userIds: readonly string[],
	now: number,
): Promise<Member[]> {
	const members: Member[] = [];
	for (const userId of userIds) {
		const tokens = await control<TokenResponse>('POST', '/tokens', {
			client_id: 'daybill-demo',
			user_id: userId,
		});
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
		members.push({ userId, id });
	}
	return members;
}

/** By popularity: the first events of a list are chosen far more often than the last. */
const pickPopular = <Item>(items: readonly Item[], random: Random): Item =>
	items[Math.floor(items.length * random.next() ** 3)] as Item;

export interface RushOptions {
	visitors: number;
	/** How many of the visitors are signed in; defaults to one in twenty. */
	signedIn?: number;
	/** Folder with an index.html. */
	webDir: string;
}

export async function runRush({
	visitors,
	signedIn = Math.ceil(visitors / 20),
	webDir,
}: RushOptions): Promise<RushReport> {
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
	const control = controlOf(sandbox.origin);

	const encryption = createEncryption([key]);
	const { store } = await openStore({ redisUrl: null, dataDir }, clock, console);
	const sessions = createSessionStore(store, encryption, clock);
	const userIds = Array.from({ length: signedIn }, (_, index) => String(1001 + (index % 250)));
	const members = await storeSessions(sessions, control, userIds, now);
	await store.close();

	const settings = settingsFor(proxy.origin, {
		dataDir,
		sessionKeys: [key],
		webDir,
	});
	const bff = await startBff({ ...settings, clock });
	const connections = new Pool(bff.origin, { connections: atOnce });

	const report: RushReport = {
		visitors,
		requests: 0,
		statuses: {},
		calls: {},
		limited: 0,
		total: 0,
	};
	const visit = async (method: 'GET' | 'POST', target: string, session?: string): Promise<unknown> => {
		report.requests++;
		const { statusCode, headers, body } = await connections.request({
			method,
			path: target,
			headers: {
				host: new URL(publicUrl).host,
				[csrfHeader]: '1',
				...(method === 'GET' ? {} : { origin: publicUrl }),
				...(session === undefined ? {} : { cookie: `daybill=${session}` }),
			},
		});
		const text = await body.text();
		report.statuses[statusCode] = (report.statuses[statusCode] ?? 0) + 1;
		if (/"code":11[12]\b/.test(text)) report.limited++;
		return String(headers['content-type']).includes('json') ? JSON.parse(text) : text;
	};
	const visitList = async (
		query: { loc?: string | undefined; day_type: string; type?: EventType | undefined; count?: number },
		session?: string,
	) => {
		const call: Call<'listEvents'> = {
			operation: 'listEvents',
			parameters: { start: 0, count: 20, ...query },
		};
		// An error has no events, and shows up in the statuses.
		const { items = [] } = (await visit('GET', apiPath(call), session)) as Partial<List<Event>>;
		return items;
	};
	const { locs } = (await (
		await fetch(`${sandbox.origin}${operationPath('listLocs', { count: 100 })}`)
	).json()) as { locs: { id: string; uid: string }[] };
	const idOf = new Map(locs.map(({ id, uid }) => [uid, id]));

	/** The requests of one visitor. */
	const visitAs = async (random: Random, member: Member | undefined) => {
		const session = member?.id;
		const uid = random.pick(cities);
		const loc = idOf.get(uid);
		await visit('GET', `/cities/${uid}`, session);
		if (member !== undefined) {
			await visit('GET', '/auth/session', session);
			for (const operation of ['listParticipatedEvents', 'listWishedEvents'] as const) {
				const parameters = { id: member.userId, status: 'ongoing', start: 0, count: 100 } as const;
				await visit('GET', apiPath({ operation, parameters }), session);
			}
		}
		const seen: Event[] = [];
		for (let filter = 0; filter < 2; filter++) {
			const type = filter === 0 ? undefined : random.pick(eventTypes.filter((each) => each !== 'all'));
			seen.push(...(await visitList({ loc, day_type: random.pick(dayTypes), type }, session)));
		}
		const read: string[] = [];
		for (let event = 0; event < 3 && seen.length > 0; event++) {
			const { id } = pickPopular(seen, random);
			await visit('GET', apiPath({ operation: 'getEvent', parameters: { id } }), session);
			read.push(id);
		}
		if (member === undefined) return;
		const isOpen = ({ end }: Event) => end !== null && Date.parse(end) > now + 86_400_000;
		const joined =
			seen.find((event) => read.includes(event.id) && isOpen(event)) ??
			seen.find(isOpen) ??
			// The chosen days and types may have nothing left to join at this time of day.
			(await visitList({ loc, day_type: 'future', count: 100 }, session)).find(isOpen);
		if (joined === undefined) throw new Error(`nothing to join in ${uid}`);
		await visit('POST', apiPath({ operation: 'joinEvent', parameters: { id: joined.id } }), session);
	};

	try {
		const startedAt = now;
		const share = visitors / signedIn;
		let [come, membersCome] = [0, 0];
		const visitInTurn = async () => {
			while (come < visitors) {
				const index = come++;
				const member = membersCome * share <= index ? members[membersCome] : undefined;
				// The same visitors do the same in every rush, however many others there are.
				const random = createRandom(member === undefined ? 1_000_000 + index : membersCome);
				if (member !== undefined) membersCome++;
				now = startedAt + (index / visitors) * hour * 0.999;
				if (index % 100 === 0) await control('POST', '/clock', { now: new Date(now).toISOString() });
				await visitAs(random, member);
			}
		};
		await Promise.all(Array.from({ length: atOnce }, visitInTurn));
	} finally {
		await connections.destroy();
		await bff.close();
		await proxy.close();
		await sandbox.close();
		await rm(dataDir, { recursive: true, force: true });
	}
	for (const call of proxy.calls) {
		const [method = '', target = ''] = call.split(' ');
		const [pathname = ''] = target.split('?');
		const called = matchOperations(pathname).find(({ operation }) => operation.method === method);
		const name = called?.name ?? 'unknown';
		report.calls[name] = (report.calls[name] ?? 0) + 1;
		report.total++;
	}
	return report;
}
