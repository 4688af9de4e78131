/** What users see while Redis is slow, silent, gone, read-only, full or failing over, and after it recovers. */
import { expect, it, onTestFinished } from 'vitest';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import { launchSentinel } from '../redis-topologies.ts';
import { type Browser, outcomeOf } from './browser.ts';
import { signedInAt, startTwo } from './browsers-at.ts';
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts';
import { openAdmin, startRedis } from './redis-server.ts';

const known = '/api/cities/108288/events?day_type=future';
const unknown = `${known}&type=music`;

/** Two BFFs that reach one Redis through a proxy, and the service through another that records calls. */
async function startProcesses() {
	const redis = await startRedis();
	const proxy = await startRedisProxy(redis.port);
	const processes = await startTwo(proxy.url);
	return { ...processes, proxy, admin: await openAdmin(redis.url) };
}

type Processes = Awaited<ReturnType<typeof startProcesses>>;

const unreachable = [503, 'store_unreachable'];
const storeOf = async (browser: Browser) => (await browser.json<{ store: string }>('/readyz')).store;

/** Waits until every process reports that it reaches the store. */
const areBack = ({ bffs }: Processes) =>
	expect
		.poll(() => Promise.all(bffs.map((bff) => storeOf(bff.browser()))), { timeout: 40_000 })
		.toEqual(bffs.map(() => 'ok'));

const titlesOf = async (response: Response) => {
	expect(response.status).toBe(200);
	return ((await response.json()) as List<Event>).items.map(({ title }) => title);
};

/** A signed-in user of the first process, and an event. */
async function startPerson({ sandbox, first, second }: Processes) {
	const person = await signedInAt(first.origin, sandbox);
	const { id } = await sandbox.someEvent();
	const path = `/api/events/${id}`;
	/** The count that the other process reports to a signed-out visitor. */
	const participants = async () => (await second.browser().json<Event>(path)).participantCount;
	const count = await participants();
	/** Waits until the user can join, and every process shows it. */
	const untilJoined = async () => {
		const join = async () => (await person.post(`${path}/participants`)).status;
		await expect.poll(join, { timeout: 40_000 }).toBe(202);
		await expect.poll(participants, { timeout: 40_000 }).toBe(Number(count) + 1);
	};
	return { person, id, untilJoined };
}

it.each<[string, (proxy: RedisProxy) => void, (proxy: RedisProxy) => void | Promise<void>]>([
	['slow (three seconds per reply)', (proxy) => proxy.delayReplies(3_000), (proxy) => proxy.delayReplies(0)],
	['gone', (proxy) => proxy.goAway(), (proxy) => proxy.comeBack()],
])(
	'while Redis is %s, signed-out visitors can still read, signed-in users get an error, and everything works again once it is back',
	async (_, begin, end) => {
		const processes = await startProcesses();
		const { first, calls, proxy } = processes;
		const { person, id, untilJoined } = await startPerson(processes);
		const guest = first.browser();
		const before = await titlesOf(await guest.get(known));
		begin(proxy);
		onTestFinished(() => end(proxy));

		expect(await titlesOf(await guest.get(known))).toEqual(before);
		expect((await titlesOf(await guest.get(unknown))).length).toBeGreaterThan(0);
		expect(await outcomeOf(await person.get('/auth/session'))).toEqual(unreachable);
		calls.length = 0;
		const attempts = Array.from({ length: 20 }, () => person.post(`/api/events/${id}/participants`));
		const outcomes = await Promise.all((await Promise.all(attempts)).map(outcomeOf));
		expect(outcomes).toEqual(attempts.map(() => unreachable));
		// The rejected writes have not reached the service.
		expect(calls).toEqual([]);

		await end(proxy);
		await areBack(processes);
		await expect.poll(() => person.session(), { timeout: 40_000 }).toMatchObject({ signed_in: true });
		await untilJoined();
	},
);

it('when connections to Redis go silent without being closed, the BFF reconnects: visitors can read, users can join, and every process shows it', async () => {
	const processes = await startProcesses();
	const { first, proxy } = processes;
	const { untilJoined } = await startPerson(processes);
	proxy.muteAll();
	expect((await titlesOf(await first.browser().get(unknown))).length).toBeGreaterThan(0);
	await areBack(processes);
	await untilJoined();
});

it('while Redis is read-only because it became a replica, everyone can still read, and signed-in users can join', async () => {
	const { sandbox, bffs, first, admin } = await startProcesses();
	const guest = first.browser();
	const person = await signedInAt(first.origin, sandbox);
	const { id } = await sandbox.someEvent();
	await titlesOf(await guest.get(known));
	await admin.replicaOf('127.0.0.1', 1);

	const elsewhere = bffs.map((bff) => bff.browser(person));
	for (const browser of elsewhere) {
		expect(await browser.session()).toMatchObject({ signed_in: true });
		expect((await titlesOf(await browser.get(unknown))).length).toBeGreaterThan(0);
		expect((await titlesOf(await browser.get(known))).length).toBeGreaterThan(0);
	}
	expect((await person.post(`/api/events/${id}/participants`)).status).toBe(202);

	await admin.sendCommand(['REPLICAOF', 'NO', 'ONE']);
	expect((await person.post(`/api/events/${id}/participants`)).status).toBe(202);
	expect(await person.session()).toMatchObject({ signed_in: true });
});

it('while Redis is full, sign-ins are rejected, but signed-in and signed-out visitors can still read', async () => {
	const { sandbox, first, admin } = await startProcesses();
	const person = await signedInAt(first.origin, sandbox);
	await admin.configSet('maxmemory', '1');
	expect((await titlesOf(await first.browser().get(known))).length).toBeGreaterThan(0);
	expect((await titlesOf(await person.get(known))).length).toBeGreaterThan(0);
	expect(await person.session()).toMatchObject({ signed_in: true });
	const login = await first.browser().post('/auth/login', { state: 'a'.repeat(32) });
	expect(await outcomeOf(login)).toEqual(unreachable);
	await admin.configSet('maxmemory', '0');
	expect(await (await signedInAt(first.origin, sandbox)).session()).toMatchObject({ signed_in: true });
});

it('when a Sentinel promotes the replica, sessions survive, writes work again, and signed-out visitors notice nothing', async () => {
	const servers = await launchSentinel(500);
	onTestFinished(servers.stop);
	const { sandbox, bffs, first, second } = await startTwo(servers.url, { redisSentinelName: servers.name });
	const person = await signedInAt(first.origin, sandbox);
	const { id } = await sandbox.someEvent();
	expect((await person.post(`/api/events/${id}/wishers`)).status).toBe(202);
	expect(await (await openAdmin(servers.primary.url)).wait(1, 10_000)).toBe(1);
	await servers.primary.stop();

	const outcomes = new Set<string>();
	const elsewhere = second.browser(person);
	await expect
		.poll(
			async () => {
				for (const bff of bffs)
					expect((await titlesOf(await bff.browser().get(known))).length).toBeGreaterThan(0);
				const response = await elsewhere.get('/auth/session');
				const body = (await response.json()) as { signed_in?: boolean; reason?: string };
				outcomes.add(`${response.status} ${body.reason ?? body.signed_in}`);
				return body.signed_in;
			},
			{ timeout: 60_000 },
		)
		.toBe(true);
	expect([...outcomes].filter((outcome) => !/^(200 true|503 store_unreachable)$/.test(outcome))).toEqual([]);
	await expect
		.poll(async () => (await person.fetch(`/api/events/${id}/wishers`, { method: 'DELETE' })).status, {
			timeout: 40_000,
		})
		.toBe(202);
});
