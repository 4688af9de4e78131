/** What people get while Redis is slow, silent, gone, read-only, full or failing over, and afterwards (issue 16). */
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cutResponses } from '../../src/bff/reads/response-tier.ts';
import { apiPrefix } from '../../src/contract/paths.ts';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { launchSentinel } from '../redis-topologies.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import type { Browser } from './browser.ts';
import { alsoAt, signedInAt } from './browsers-at.ts';
import { startRedisProxy } from './redis-proxy.ts';
import { startRedis } from './redis-server.ts';
import { startTestBff } from './start-bff.ts';

const lists = ['', '&type=music', '&type=film', '&type=drama'].map(
	(type) => `/api/v2/event/list?loc=108288&day_type=future${type}`,
);
const [known = '', unknown = ''] = lists;
const sessionKeys = ['A'.repeat(43)];

/** BFFs that reach one Redis through a proxy, and the service through another, which counts. */
async function startProcesses(size = 2, sharedPatience?: number) {
	const sandbox = await startTestSandbox();
	const service = await startRecordingProxy(sandbox.origin);
	onTestFinished(service.close);
	const redis = await startRedis();
	const proxy = await startRedisProxy(redis.port);
	const settings = {
		redisUrl: proxy.url,
		sessionKeys,
		...(sharedPatience === undefined ? {} : { sharedPatience }),
	};
	const bffs = await Promise.all(Array.from({ length: size }, () => startTestBff(service.origin, settings)));
	const [first, second] = bffs;
	if (first === undefined || second === undefined) throw new Error('there are two processes or more');
	const admin = createClient({ url: redis.url });
	admin.on('error', () => undefined);
	await admin.connect();
	onTestFinished(() => admin.destroy());
	return { sandbox, calls: service.calls, redis, proxy, bffs, first, second, admin };
}

type Processes = Awaited<ReturnType<typeof startProcesses>>;

const outcomeOf = async (response: Response) => {
	const body = (await response.json()) as { reason?: string };
	return [response.status, body.reason];
};
const unreachable = [503, 'store_unreachable'];
const storeOf = async (browser: Browser) =>
	((await (await browser.get('/readyz')).json()) as { store: string }).store;

/** Waits until every process says that it has a store. */
const areBack = ({ bffs }: Processes) =>
	expect
		.poll(() => Promise.all(bffs.map((bff) => storeOf(bff.browser()))), { timeout: 40_000 })
		.toEqual(bffs.map(() => 'ok'));

/** Waits until a response is in Redis, where it comes after it was sent. @param path as a browser requests it */
const isStored = ({ admin }: Processes, path: string) =>
	expect.poll(() => admin.exists(`${cutResponses.keys}response:${path.slice(apiPrefix.length)}`)).toBe(1);

const titlesOf = async (response: Response) => {
	expect(response.status).toBe(200);
	return ((await response.json()) as WireEventList).events.map(({ title }) => title);
};

interface Trouble {
	begin(processes: Processes): Promise<unknown> | unknown;
	end(processes: Processes): Promise<unknown> | unknown;
}

const noReply: Record<string, Trouble> = {
	'slow, by three seconds a reply': {
		begin: ({ proxy }) => proxy.delayReplies(3_000),
		end: ({ proxy }) => proxy.delayReplies(0),
	},
	'silent, with connections that nobody closes': {
		begin: ({ proxy }) => proxy.muteAll(),
		end: () => undefined,
	},
	'stopped for a while': {
		begin: ({ redis }) => redis.process.kill('SIGSTOP'),
		end: ({ redis }) => redis.process.kill('SIGCONT'),
	},
	gone: {
		begin: ({ proxy }) => proxy.goAway(),
		end: ({ proxy }) => proxy.comeBack(),
	},
};

describe.each(Object.entries(noReply))('while Redis is %s', (_, trouble) => {
	it('people who are signed out read on, those who are signed in are told, and all is well afterwards', async () => {
		const processes = await startProcesses();
		const { sandbox, first, second, calls } = processes;
		const guest = first.browser();
		const person = await signedInAt(first.origin, sandbox);
		const { id } = await sandbox.someEvent();
		const before = await titlesOf(await guest.get(known));
		const countElsewhere = async () => {
			const event = (await (await second.browser().get(`/api/v2/event/${id}`)).json()) as WireEvent;
			return event.participant_count;
		};
		const count = await countElsewhere();
		await trouble.begin(processes);
		onTestFinished(() => void trouble.end(processes));

		expect(await titlesOf(await guest.get(known))).toEqual(before);
		expect((await titlesOf(await guest.get(unknown))).length).toBeGreaterThan(0);
		expect(await outcomeOf(await person.get('/auth/session'))).toEqual(unreachable);
		calls.length = 0;
		const attempts = Array.from({ length: 20 }, () => person.post(`/api/v2/event/${id}/participants`));
		const outcomes = await Promise.all((await Promise.all(attempts)).map(outcomeOf));
		expect(outcomes).toEqual(attempts.map(() => unreachable));
		// What was refused was not done.
		expect(calls).toEqual([]);

		await trouble.end(processes);
		await areBack(processes);
		await expect.poll(() => person.session(), { timeout: 40_000 }).toMatchObject({ signed_in: true });
		const join = async () => (await person.post(`/api/v2/event/${id}/participants`)).status;
		await expect.poll(join, { timeout: 40_000 }).toBe(202);
		await expect.poll(countElsewhere, { timeout: 40_000 }).toBe(Number(count) + 1);
	});
});

describe('while Redis does not reply', () => {
	it('only the first command waits: the next ones fail at once, and none of them is sent', async () => {
		const { sandbox, first, redis, admin } = await startProcesses();
		const person = await signedInAt(first.origin, sandbox);
		const readsOf = async () => /cmdstat_hgetall:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1];
		redis.process.kill('SIGSTOP');
		onTestFinished(() => void redis.process.kill('SIGCONT'));
		expect(await outcomeOf(await person.get('/auth/session'))).toEqual(unreachable);
		for (let attempt = 0; attempt < 200; attempt++)
			expect(await outcomeOf(await person.get('/auth/session'))).toEqual(unreachable);
		redis.process.kill('SIGCONT');
		await expect.poll(() => storeOf(person)).toBe('ok');
		expect(Number(await readsOf())).toBeLessThan(100);
	});
});

describe('while nothing can be written to Redis', () => {
	const readOnly: Record<string, Trouble> = {
		'since it has become a replica': {
			begin: ({ admin }) => admin.replicaOf('127.0.0.1', 1),
			end: ({ admin }) => admin.sendCommand(['REPLICAOF', 'NO', 'ONE']),
		},
		'since its replicas are missing': {
			begin: ({ admin }) => admin.configSet('min-replicas-to-write', '1'),
			end: ({ admin }) => admin.configSet('min-replicas-to-write', '0'),
		},
	};

	it.each(Object.entries(readOnly))(
		'%s, everybody reads on, and nothing is changed by halves',
		async (_, trouble) => {
			const processes = await startProcesses();
			const { sandbox, bffs, first, calls } = processes;
			const guest = first.browser();
			const person = await signedInAt(first.origin, sandbox);
			const { id } = await sandbox.someEvent();
			await titlesOf(await guest.get(known));
			await isStored(processes, known);
			await trouble.begin(processes);

			const elsewhere = bffs.map(({ origin }) => alsoAt(origin, person));
			for (const browser of elsewhere) {
				expect(await browser.session()).toMatchObject({ signed_in: true });
				expect((await titlesOf(await browser.get(unknown))).length).toBeGreaterThan(0);
				expect((await titlesOf(await browser.get(known))).length).toBeGreaterThan(0);
			}
			// The other process has it from Redis, which can be read.
			expect(calls.filter((call) => call.endsWith(known.slice('/api'.length)))).toHaveLength(1);
			calls.length = 0;
			expect(await outcomeOf(await person.post(`/api/v2/event/${id}/participants`))).toEqual(unreachable);
			expect(calls).toEqual([]);

			await trouble.end(processes);
			expect((await person.post(`/api/v2/event/${id}/participants`)).status).toBe(202);
			expect(await person.session()).toMatchObject({ signed_in: true });
		},
	);
});

describe('while Redis is full', () => {
	it('cached responses make room for sessions, the oldest first', async () => {
		const { sandbox, first, admin } = await startProcesses();
		const keys = 'daybill:{cache}:1:';
		const size = 20_000;
		for (let index = 0; index < 200; index++) {
			const key = `${keys}response:/old-${index}`;
			await admin.hSet(key, { at: String(index + 1), seen: '0-0', record: 'x'.repeat(size) });
			await admin.zAdd(`${keys}index`, { score: index + 1, value: key });
			await admin.hSet(`${keys}sizes`, key, size);
			await admin.incrBy(`${keys}bytes`, size);
		}
		await titlesOf(await first.browser().get(known));
		const kept = (pattern: string) => admin.keys(`${keys}response:${pattern}`);
		await expect.poll(() => kept('/v2/event/list*')).toHaveLength(1);
		const [, used] = /used_memory:(\d+)/.exec(await admin.info('memory')) ?? [];
		await admin.configSet('maxmemory', String(Number(used) - 1_000_000));
		const person = await signedInAt(first.origin, sandbox);
		expect(await person.session()).toMatchObject({ signed_in: true });
		const old = await kept('/old-*');
		expect(old.length).toBeLessThan(200);
		expect(await kept('/v2/event/list*')).toHaveLength(1);
		const sizes = Object.values(await admin.hGetAll(`${keys}sizes`)).map(Number);
		expect(await admin.get(`${keys}bytes`)).toBe(String(sizes.reduce((sum, each) => sum + each, 0)));
	});

	it('without anything to spare, sign-ins are refused, and people who are signed in or out read on', async () => {
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
});

describe('when Redis is back', () => {
	/** Each list, at every process at once. */
	const readAll = (processes: Processes, wanted: readonly string[]) =>
		Promise.all(
			processes.bffs.flatMap((bff) => wanted.map(async (list) => titlesOf(await bff.browser().get(list)))),
		);
	it('what was known is not fetched again, what is new is fetched once for all, and each process connects once', async () => {
		const processes = await startProcesses(4, 20_000);
		const { proxy, calls } = processes;
		await readAll(processes, lists.slice(0, 2));
		expect(calls).toHaveLength(2);
		proxy.goAway();
		await readAll(processes, lists.slice(0, 2));
		const before = proxy.opened();
		await proxy.comeBack();
		await areBack(processes);
		await readAll(processes, lists);
		expect(calls).toHaveLength(4);
		// One for commands, and one that waits for changes.
		expect(proxy.opened() - before).toBe(2 * processes.bffs.length);
	});

	it('without its data, what the processes remember is not fetched again either', async () => {
		const processes = await startProcesses(4, 20_000);
		const { redis, calls } = processes;
		await readAll(processes, lists.slice(0, 2));
		await redis.stop();
		await startRedis(redis.port);
		await areBack(processes);
		await readAll(processes, lists);
		expect(calls).toHaveLength(4);
	});
});

describe('when a Sentinel makes the replica the primary', () => {
	it('sessions, and what was written, are there, and people who are signed out notice nothing', async () => {
		const sandbox = await startTestSandbox();
		const servers = await launchSentinel(500);
		onTestFinished(servers.stop);
		const settings = { redisUrl: servers.url, sessionKeys };
		const [first, second] = await Promise.all([
			startTestBff(sandbox.origin, settings),
			startTestBff(sandbox.origin, settings),
		]);
		const person = await signedInAt(first.origin, sandbox);
		const { id } = await sandbox.someEvent();
		expect((await person.post(`/api/v2/event/${id}/wishers`)).status).toBe(202);
		const admin = createClient({ url: servers.primary.url });
		await admin.connect();
		expect(await admin.wait(1, 10_000)).toBe(1);
		admin.destroy();
		await servers.primary.stop();

		const outcomes = new Set<string>();
		const elsewhere = alsoAt(second.origin, person);
		await expect
			.poll(
				async () => {
					for (const bff of [first, second])
						expect((await titlesOf(await bff.browser().get(known))).length).toBeGreaterThan(0);
					const response = await elsewhere.get('/auth/session');
					const body = (await response.json()) as { signed_in?: boolean; reason?: string };
					outcomes.add(`${response.status} ${body.reason ?? body.signed_in}`);
					return body.signed_in;
				},
				{ timeout: 60_000 },
			)
			.toBe(true);
		expect([...outcomes].filter((outcome) => !/^(200 true|503 store_unreachable)$/.test(outcome))).toEqual(
			[],
		);
		await expect
			.poll(async () => (await person.fetch(`/api/v2/event/${id}/wishers`, { method: 'DELETE' })).status, {
				timeout: 40_000,
			})
			.toBe(202);
	});
});
