/**
 * A mixed load whose every response is checked: people who are signed in join, leave, and read their own lists; visitors who
 * are not read lists, events and pages with their scripts.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { createRandom, type Random } from '../../src/sandbox/data/random.ts';
import { publicUrl } from '../bff/settings-for.ts';
import type { Member } from '../bff/store-sessions.ts';

type Kind = 'participants' | 'wishers';
const listOf: Record<Kind, string> = { participants: 'user_participated', wishers: 'user_wished' };
const ownListOf: Record<Kind, string> = { participants: 'participated', wishers: 'wished' };
/** Milliseconds that a request may take. */
const patience = 30_000;

/** A request without the response that it asked for. Times are monotonic milliseconds. */
export interface Failure {
	from: number;
	to: number;
	path: string;
	/** The reason or code in the response, its status, or `no response`. */
	reason: string;
	isSignedIn: boolean;
}

export interface LoadOptions {
	/** Of Daybill, or of the proxy in front of it. */
	origin: string;
	sandboxOrigin: string;
	members: readonly Member[];
	/** Ids of events that everybody can join. */
	events: readonly string[];
	/** Visitors who are not signed in. */
	visitors?: number;
	seed: number;
}

/** Begins the load. */
export function startLoad({ origin, sandboxOrigin, members, events, visitors = 0, seed }: LoadOptions) {
	const mistakes: string[] = [];
	const failures: Failure[] = [];
	/** What was confirmed, by user, kind and event; absent while either is possible. */
	const confirmed = new Map<string, boolean>();
	const counts = { requests: 0, confirmed: 0, checked: 0 };
	/** People with a confirmed write since this was last cleared. */
	const served = new Set<string>();
	let isOver = false;

	/** @returns undefined, with a failure noted, for all but a response of 200 or 202 */
	const call = async (method: string, path: string, session?: string) => {
		const from = performance.now();
		counts.requests++;
		const fail = (reason: string) => {
			failures.push({ from, to: performance.now(), path, reason, isSignedIn: session !== undefined });
		};
		try {
			const response = await fetch(origin + path, {
				method,
				headers: {
					[csrfHeader]: '1',
					...(session === undefined ? {} : { cookie: `daybill=${session}` }),
					...(method === 'GET' ? {} : { origin: publicUrl }),
				},
				signal: AbortSignal.timeout(patience),
			});
			const text = await response.text();
			const isJson = response.headers.get('content-type')?.includes('json') === true;
			const body = (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
			if (response.status === 200 || response.status === 202) return body;
			if (response.status === 401)
				mistakes.push(`${method} ${path} lost the session: ${String(body.detail)}`);
			fail(String(body.reason ?? body.code ?? response.status));
		} catch {
			// A process was killed before it responded: either outcome is possible.
			fail('no response');
		}
		return undefined;
	};

	const write = async ({ userId, id }: Member, kind: Kind, random: Random) => {
		const event = random.pick(events);
		const joins = random.chance(0.6);
		const entry = `${userId} ${kind} ${event}`;
		confirmed.delete(entry);
		if ((await call(joins ? 'POST' : 'DELETE', `/api/events/${event}/${kind}`, id)) === undefined) return;
		confirmed.set(entry, joins);
		served.add(userId);
		counts.confirmed++;
	};
	const readOwnList = async ({ userId, id }: Member, kind: Kind) => {
		const body = await call('GET', `/api/users/${userId}/${ownListOf[kind]}?start=0&count=100`, id);
		if (body === undefined) return;
		counts.checked++;
		const listed = new Set((body as unknown as List<Event>).items.map((event) => event.id));
		for (const [entry, isIn] of confirmed) {
			const [who, what, event = ''] = entry.split(' ');
			if (who === userId && what === kind && listed.has(event) !== isIn)
				mistakes.push(`${entry}: confirmed ${isIn}, listed ${listed.has(event)}`);
		}
	};
	const actAs = async (member: Member, random: Random) => {
		while (!isOver) {
			await wait(random.between(20, 250));
			const kind = random.pick<Kind>(['participants', 'wishers']);
			const choice = random.next();
			if (choice < 0.7) await write(member, kind, random);
			else if (choice >= 0.85) await readOwnList(member, kind);
			else {
				const session = await call('GET', '/auth/session', member.id);
				if (session !== undefined && session.service_user_id !== member.userId)
					mistakes.push(`${member.userId} received the session of ${String(session.service_user_id)}`);
			}
		}
	};
	/** Scripts that pages have named. */
	const scripts = new Set<string>();
	const visit = async (random: Random) => {
		while (!isOver) {
			await wait(random.between(20, 250));
			const choice = random.next();
			if (choice < 0.3)
				await call('GET', '/api/cities/108288/events?day_type=future&type=exhibition&count=100');
			else if (choice < 0.6) await call('GET', `/api/events/${random.pick(events)}`);
			else {
				const page = await call('GET', `/events/${random.pick(events)}`);
				const found = [...String(page?.text).matchAll(/\/assets\/[\w.-]+\.js/g)].map(([script]) => script);
				for (const script of found) scripts.add(script);
			}
		}
	};
	const randomOf = (index: number) => createRandom(seed * 1_000 + index);
	const acting = [
		...members.map((member, index) => actAs(member, randomOf(index))),
		...Array.from({ length: visitors }, (_, index) => visit(randomOf(500 + index))),
	];

	return {
		mistakes,
		failures,
		counts,
		served,
		scripts,
		/** Ends the load, and compares all that was confirmed with what the service has. */
		async stop() {
			isOver = true;
			await Promise.all(acting);
			for (const [entry, isIn] of confirmed) {
				const [userId = '', kind = '', event = ''] = entry.split(' ');
				const list = (await (
					await fetch(`${sandboxOrigin}/v2/event/${listOf[kind as Kind]}/${userId}?count=100`)
				).json()) as WireEventList;
				if (list.events.some(({ id }) => id === event) !== isIn)
					mistakes.push(`lost: ${entry} should be ${isIn}`);
			}
		},
		/** Whose session Daybill now says this is; undefined for nobody's, or without a response. */
		ownerOf: async (id: string) => (await call('GET', '/auth/session', id))?.service_user_id,
	};
}
