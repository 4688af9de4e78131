/**
 * `npm run rush`: 10,000 visitors in one virtual hour over six cities, 1,000 of them signed in, through a BFF with the limits
 * of level L1, in front of a sandbox that allows every IP address 2,000 calls an hour without a token. Each visitor opens a
 * city's page, uses two filters, and reads three events by popularity; signed-in visitors read their own relations, and join
 * one. Prints the calls by operation, and exits with status 1 if they exceed the budget: own lists, the join and the event for
 * each user, and calls that all users share.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { startBff } from '../src/bff/app.ts';
import { createEncryption, newSecret } from '../src/bff/session/encryption.ts';
import { createSessionStore } from '../src/bff/session/session-store.ts';
import { openStore } from '../src/bff/store/open-store.ts';
import { buildWeb, isWebBuildStale } from '../src/cli/web-build.ts';
import { apiPath } from '../src/contract/bff-api/api.ts';
import { csrfHeader } from '../src/contract/bff-api/session.ts';
import type { Event } from '../src/contract/event/event.ts';
import type { List } from '../src/contract/event/lists.ts';
import type { Call } from '../src/contract/spec/call.ts';
import { dayTypes, type EventType, eventTypes } from '../src/contract/spec/filters.ts';
import { matchOperations } from '../src/contract/spec/match-operation.ts';
import { operationPath } from '../src/contract/spec/operations.ts';
import type { TokenResponse } from '../src/contract/spec/resources.ts';
import { startSandbox } from '../src/sandbox/app.ts';
import { createRandom, type Random } from '../src/sandbox/data/random.ts';
import { publicUrl, settingsFor } from './bff/settings-for.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { controlOf } from './sandbox/control.ts';

const cities = ['beijing', 'shanghai', 'guangzhou', 'shenzhen', 'chengdu', 'hangzhou'];
const hour = 3_600_000;
/** Visitors with concurrent requests. */
const atOnce = 4;

/** By popularity: the first events of a list are chosen far more often than the last. */
const pickPopular = <Item>(items: readonly Item[], random: Random): Item =>
	items[Math.floor(items.length * random.next() ** 3)] as Item;

const root = path.resolve(import.meta.dirname, '..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);
const visitors = Number(process.argv[2] ?? 10_000);
const signedIn = Math.ceil(visitors / 10);
const budget = 4 * signedIn + 1_500;

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
/** Signed-in users; the id is the value of the session cookie. */
const members: { userId: string; id: string }[] = [];
for (let index = 0; index < signedIn; index++) {
	const userId = String(1001 + (index % 250));
	const tokens = await control<TokenResponse>('POST', '/tokens', {
		client_id: 'daybill-demo',
		user_id: userId,
	});
	const id = newSecret();
	await sessions.create(id, {
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
await store.close();

const settings = settingsFor(proxy.origin, {
	dataDir,
	sessionKeys: [key],
	webDir,
});
const bff = await startBff({ ...settings, clock });
const connections = new Pool(bff.origin, { connections: atOnce });

let requests = 0;
/** Responses of the service with code 111 or 112. */
let limited = 0;
/** Responses by status, and calls to the service by operation. */
const statuses: Record<string, number> = {};
const calls: Record<string, number> = {};
const count = (counts: Record<string, number>, name: string | number) => {
	counts[name] = (counts[name] ?? 0) + 1;
};
const visit = async (method: 'GET' | 'POST', target: string, session?: string): Promise<unknown> => {
	requests++;
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
	count(statuses, statusCode);
	if (/"code":11[12]\b/.test(text)) limited++;
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
const visitAs = async (random: Random, member: (typeof members)[number] | undefined) => {
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
await connections.destroy();
await bff.close();
await proxy.close();
await sandbox.close();
await rm(dataDir, { recursive: true, force: true });
for (const call of proxy.calls) {
	const [method = '', target = ''] = call.split(' ');
	const [pathname = ''] = target.split('?');
	const called = matchOperations(pathname).find(({ operation }) => operation.method === method);
	count(calls, called?.name ?? 'unknown');
}
console.log(`${visitors} visitors made ${requests} requests; responses by status:`);
console.table(statuses);
console.log('calls to the service:');
console.table(calls);
const total = proxy.calls.length;
console.log(`${total} calls in all (budget: ${budget}), ${limited} responses with 111 or 112 (budget: 0)`);
const failed = Object.keys(statuses).some((status) => Number(status) >= 400);
process.exit(total <= budget && limited === 0 && !failed ? 0 : 1);
