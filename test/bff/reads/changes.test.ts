/** Changes that processes tell each other over a real Redis, while a process cannot send for a moment. */
import { expect, it, onTestFinished } from 'vitest';
import { type Change, createSharedChanges } from '../../../src/bff/reads/changes.ts';
import type { BestEffort } from '../../../src/bff/storage/best-effort.ts';
import { connectRedis } from '../../../src/bff/storage/redis.ts';
import { startRedisProxy } from '../redis-proxy.ts';
import { startRedis } from '../redis-server.ts';

const log = { warn: () => undefined };
const write = (operation: 'joinEvent' | 'leaveEvent', eventId = '1', userId = '42'): Change => ({
	kind: 'write',
	eventId,
	userId,
	operation,
});
const bare = ({ kind, ...write }: Change): Change => {
	const { eventId, userId } = write as Extract<Change, { kind: 'write' }>;
	return { kind: 'write', eventId, userId };
};

/** A process whose commands fail while `isAway`; `applied` has the changes in the order in which they were applied. */
async function startProcess(url: string, onConnected: () => void = () => undefined) {
	const redis = await connectRedis(url, log);
	onConnected();
	const process = { isAway: false, applied: [] as Change[] };
	const attempt: BestEffort = async (command) =>
		process.isAway || !redis.client.isReady ? undefined : command(redis.client);
	const changes = createSharedChanges(redis, attempt);
	await changes.follow({
		apply: (change) => process.applied.push(change),
		forgetAll: () => undefined,
	});
	onTestFinished(() => {
		changes.close();
		redis.close();
	});
	return Object.assign(process, { changes });
}

it('a change that is sent late comes before later ones of its process, and edits no list', async () => {
	const { url } = await startRedis();
	const [one, other] = [await startProcess(url), await startProcess(url)];
	one.isAway = true;
	await one.changes.publish(write('joinEvent'));
	one.isAway = false;
	await one.changes.publish(write('leaveEvent'));
	await expect.poll(() => other.applied).toEqual([bare(write('joinEvent')), write('leaveEvent')]);
});

it('what a process has published and could not send corrects what it reads', async () => {
	const { url } = await startRedis();
	const one = await startProcess(url);
	one.isAway = true;
	await one.changes.publish(write('joinEvent'));
	expect(one.changes.since('0-0')).toEqual([bare(write('joinEvent'))]);
	one.isAway = false;
	await one.changes.publish(write('leaveEvent'));
	await one.changes.catchUp();
	expect(one.changes.since('0-0')).toEqual([bare(write('joinEvent')), write('leaveEvent')]);
});

it("a change that another process published before a person's last one here is not applied after it", async () => {
	const { url } = await startRedis();
	const [one, other] = [await startProcess(url), await startProcess(url)];
	other.isAway = true;
	await other.changes.publish(write('leaveEvent'));
	await one.changes.publish(write('joinEvent'));
	await expect.poll(() => other.applied.length).toBeGreaterThan(2);
	expect(other.applied.at(-1)).toEqual(bare(write('leaveEvent')));
});

it('a process that cannot reach Redis at first when it begins to follow gets what others published meanwhile', async () => {
	const { url, port } = await startRedis();
	const other = await startProcess(url);
	const proxy = await startRedisProxy(port);
	const late = await startProcess(proxy.url, proxy.goAway);
	await other.changes.publish(write('joinEvent'));
	expect(late.applied).toEqual([]);
	await proxy.comeBack();
	await expect.poll(() => late.applied).toContainEqual(write('joinEvent'));
	await other.changes.publish(write('leaveEvent'));
	await expect.poll(() => late.applied).toContainEqual(write('leaveEvent'));
});
