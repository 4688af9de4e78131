/**
 * Faults of a fleet under a load whose every response is checked: processes are killed, Redis fails over, and each process is
 * replaced by another version. What must not happen is a mistake in the report.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newSecret } from '../../src/bff/session/encryption.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { createRandom } from '../../src/sandbox/data/random.ts';
import { openRedisSessions } from '../bff/open-sessions.ts';
import { publicUrl, settingsFor, writeWeb } from '../bff/settings-for.ts';
import { storeSessions } from '../bff/store-sessions.ts';
import { type Failure, startLoad } from '../chaos/load.ts';
import { expireTokens, passAnHour, prepareLongRun } from '../chaos/long-run.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { launchRedis } from '../redis-process.ts';
import { launchCluster, launchSentinel, untilPrimary } from '../redis-topologies.ts';
import { controlOf } from '../sandbox/control.ts';
import { startFleet } from './processes.ts';

/** Milliseconds between two kills, at least. */
const killInterval = 10_000;
/** Milliseconds after a fault within which everybody must be able to write again. */
const recovery = 60_000;
/** Milliseconds without a failure after which every process is taken to have found another primary. */
const quiet = 1_000;
/** Milliseconds without a reply after which a server of Redis counts as gone. */
const redisPatience = 3_000;

interface FaultyRedis {
	/** For REDIS_URL. */
	url: string;
	/** Kills a primary. @returns once its replica has taken its place; absent where there is none */
	failOver?: () => Promise<void>;
	stop(): Promise<void>;
}

/** Kinds of Redis that a fleet can run on. */
export const kindsOfRedis: Readonly<Record<string, () => Promise<FaultyRedis>>> = {
	'one Redis': launchRedis,
	async 'Redis behind a Sentinel'() {
		const { primary, replica, ...redis } = await launchSentinel(redisPatience);
		const failOver = async () => {
			await primary.stop();
			await untilPrimary(replica.port);
		};
		return { ...redis, failOver };
	},
	async 'a Redis Cluster of three'() {
		const { primaries, replicas, ...redis } = await launchCluster({
			nodeTimeout: redisPatience,
			hasReplicas: true,
		});
		const failOver = async () => {
			await primaries[0]?.stop();
			await untilPrimary(replicas[0]?.port ?? 0);
		};
		return { ...redis, failOver };
	},
};

export interface FaultsOptions {
	processes: number;
	/** How often processes are killed; the second one of these times, Redis fails over if it can. */
	rounds: number;
	/** Processes that are killed at once. */
	killed: number;
	/** People who are signed in, and as many visitors who are not. */
	people: number;
	redis: FaultyRedis;
}

export interface FaultsReport {
	requests: number;
	/** Writes that Daybill has confirmed. */
	confirmed: number;
	kills: number;
	/** Requests that were under way when a process was killed, and failed. */
	failedAtKill: number;
	/** Requests of signed-in people that were refused while Redis had no primary. */
	refused: number;
	/** Calls for new tokens. */
	refreshes: number;
	/** What must not happen: a lost write or session, a response for somebody else, a failure without a cause. */
	mistakes: string[];
}

const overlaps = (failure: Failure, { from, to }: { from: number; to: number }) =>
	failure.from <= to && failure.to >= from;

function failureText(
	{ path: target, reason, from, to }: Failure,
	step?: { at: number; name: string },
): string {
	const after = step === undefined ? '' : `, ${Math.round(to - step.at)} ms after ${step.name}`;
	return `${target}: ${reason} in ${Math.round(to - from)} ms${after}`;
}

export async function runFaults({
	processes,
	rounds,
	killed,
	people,
	redis,
}: FaultsOptions): Promise<FaultsReport> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-faults-'));
	const random = createRandom(1);
	const sandbox = await startSandbox({
		port: 0,
		database: ':memory:',
		seed: 'small',
		redirectUri: `${publicUrl}/callback`,
		anonymousLimit: 1_000_000,
	});
	const service = await startRecordingProxy(sandbox.origin);
	const control = controlOf(sandbox.origin);
	const events = await prepareLongRun(sandbox.origin, control);
	const sessionKeys = [newSecret()];
	const userIds = Array.from({ length: people }, (_, index) => String(1010 + index));
	const store = await openRedisSessions(redis.url, sessionKeys);
	const members = await storeSessions(store, control, userIds, Date.now());
	await store.close();

	const [webDir, nextWebDir] = [path.join(folder, 'web'), path.join(folder, 'next-web')];
	await writeWeb(webDir);
	await writeWeb(nextWebDir, 'app-def456.js');
	const settings = settingsFor(service.origin, { redisUrl: redis.url, sessionKeys, webDir });
	const fleet = await startFleet(processes, settings);
	const load = startLoad({
		origin: fleet.origin,
		sandboxOrigin: sandbox.origin,
		members,
		events,
		visitors: people,
		seed: 1,
	});
	const { mistakes } = load;
	// The limits of the service are for an hour.
	const hours = setInterval(() => void passAnHour(control), 1_000);

	/** What was done, by monotonic milliseconds. */
	const steps: { at: number; name: string }[] = [];
	const begin = (name: string) => steps.push({ at: performance.now(), name });
	const kills: { from: number; to: number }[] = [];
	/** While Redis had no primary, and until every process served everybody again. */
	const away: { from: number; to: number }[] = [];
	const untilAllServed = async (after: string) => {
		load.served.clear();
		const giveUpAt = performance.now() + recovery;
		while (load.served.size < people) {
			if (performance.now() > giveUpAt) {
				mistakes.push(`${after}: only ${load.served.size} of ${people} could write`);
				return;
			}
			await wait(50);
		}
	};
	/** Each process finds another primary by itself, so some may still refuse what others do not. */
	const untilNoneFails = async () => {
		const giveUpAt = performance.now() + recovery;
		const lastFailure = () => load.failures.at(-1)?.to ?? 0;
		while (performance.now() - lastFailure() < quiet && performance.now() < giveUpAt) await wait(50);
	};
	const killSome = async () => {
		const first = random.between(0, processes - 1);
		const victims = Array.from({ length: killed }, (_, index) => (first + index) % processes);
		begin('a kill');
		kills.push(...(await Promise.all(victims.map(fleet.kill))));
		await untilAllServed('after a kill');
		begin('the restart');
		await Promise.all(victims.map(fleet.restart));
		begin('the end of all tokens');
		await expireTokens(control);
		await untilAllServed('after tokens have expired');
	};

	try {
		await untilAllServed('at the start');
		for (let round = 0; round < rounds; round++) {
			const nextAt = performance.now() + killInterval;
			await killSome();
			if (round === Math.min(1, rounds - 1) && redis.failOver !== undefined) {
				const from = performance.now();
				begin('the failure of Redis');
				await redis.failOver();
				begin('the choice of another primary');
				await untilAllServed('after Redis failed over');
				await untilNoneFails();
				away.push({ from, to: performance.now() });
			}
			if (round < rounds - 1) await wait(Math.max(0, nextAt - performance.now()));
		}
		for (let index = 0; index < processes; index++) {
			begin(`SIGTERM to process ${index + 1}`);
			await fleet.replace(index, { ...settings, webDir: nextWebDir });
		}
		if (load.scripts.size < 2) mistakes.push('no page of the next version was seen');
		await untilAllServed('after all were replaced');
		await load.stop();
		for (const { userId, id } of members)
			if ((await load.ownerOf(id)) !== userId) mistakes.push(`${userId} has no session any more`);
	} finally {
		clearInterval(hours);
		await load.stop();
		await fleet.stop();
		await service.close();
		await sandbox.close();
		await rm(folder, { recursive: true, force: true });
	}

	const { usedRefreshTokens } = service;
	const repeated = usedRefreshTokens.length - new Set(usedRefreshTokens).size;
	if (repeated > 0) mistakes.push(`${repeated} refreshes were made twice`);
	const atKill = load.failures.filter((failure) => kills.some((kill) => overlaps(failure, kill)));
	const refused = load.failures.filter(
		(failure) =>
			failure.isSignedIn &&
			failure.reason === 'store_unreachable' &&
			away.some((time) => overlaps(failure, time)),
	);
	for (const failure of load.failures)
		if (!atKill.includes(failure) && !refused.includes(failure))
			mistakes.push(
				failureText(
					failure,
					steps.findLast(({ at }) => at <= failure.to),
				),
			);
	return {
		...load.counts,
		kills: kills.length,
		failedAtKill: atKill.length,
		refused: refused.length,
		refreshes: usedRefreshTokens.length,
		mistakes,
	};
}
