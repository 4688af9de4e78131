/** Two versions of Daybill on the same data, as during a deployment (docs/operating.md). */
import { DatabaseSync } from 'node:sqlite';
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../src/bff/settings.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { alsoAt, signedInAt } from './browsers-at.ts';
import { migrateAsNewerVersion, newField, writeAsNewerVersion } from './newer-version.ts';
import { startRedis } from './redis-server.ts';
import { authorize } from './sandbox-sign-in.ts';
import { newState } from './sign-in.ts';
import { startTestBff, temporaryFolder } from './start-bff.ts';

const list = '/api/v2/event/list?loc=108288&day_type=future';
const sessionKeys = ['A'.repeat(43)];

/**
 * Signs in, joins, begins another sign-in and makes a calendar at one process; after `change`, continues at a process of
 * the same version as before that has nothing in memory.
 */
async function continueAfter(settings: Partial<BffSettings>, change: () => void | Promise<void>) {
	const sandbox = await startTestSandbox();
	const proxy = await startRecordingProxy(sandbox.origin);
	onTestFinished(proxy.close);
	const { id } = await sandbox.someEvent();
	const before = await startTestBff(proxy.origin, { ...settings, sessionKeys });
	const member = await signedInAt(before.origin, sandbox);
	const arriving = before.browser();
	const state = newState();
	await arriving.post('/auth/login', { state });
	expect((await member.post(`/api/v2/event/${id}/participants`)).status).toBe(202);
	const { url } = (await (await member.post('/auth/calendar')).json()) as { url: string };
	await before.browser().get(list);
	await before.browser().get('/feeds/cities/beijing.ics');

	await change();
	const after = await startTestBff(proxy.origin, { ...settings, sessionKeys });
	const again = alsoAt(after.origin, member);
	expect(await again.session()).toMatchObject({ signed_in: true });
	expect((await again.post(`/api/v2/event/${id}/wishers`)).status).toBe(202);
	const code = await authorize(sandbox, state);
	const signedIn = await alsoAt(after.origin, arriving).post('/auth/token', {
		grant_type: 'authorization_code',
		code,
		state,
	});
	expect(signedIn.status).toBe(200);
	const calendar = await after.browser().get(new URL(url).pathname);
	expect([calendar.status, await calendar.text()]).toEqual([200, expect.stringContaining('BEGIN:VEVENT')]);
	expect((await after.browser().get('/feeds/cities/beijing.ics')).status).toBe(200);
	await sandbox.advance(7 * 86_400 + 10);
	expect((await again.fetch(`/api/v2/event/${id}/wishers`, { method: 'DELETE' })).status).toBe(202);
	expect(proxy.calls.filter((call) => call.includes('/auth2/token'))).toHaveLength(3);
	return { before, after, again, id, calls: proxy.calls };
}

describe('what a newer version has written', () => {
	it('is read from Redis by this one, which leaves what it does not know', async () => {
		const { url } = await startRedis();
		const client = createClient({ url });
		await client.connect();
		onTestFinished(() => client.destroy());
		const { after, before } = await continueAfter({ redisUrl: url, sharedPatience: 20_000 }, () =>
			writeAsNewerVersion(url, sessionKeys),
		);
		// The token of this session was refreshed meanwhile by this version.
		const sessions = await client.keys('*session:*');
		const kept = await Promise.all(sessions.map((key) => client.hGet(key, newField)));
		expect(kept).toContain('1');
		for (const bff of [before, after])
			expect((await bff.browser().get(list)).headers.get('cache-status')).toMatch(/^daybill; hit/);
		expect(await (await after.browser().get('/metrics')).text()).toMatch(/^daybill_budget_remaining \d+$/m);
	});

	it('is read from SQLite by this one, which leaves what it does not know', async () => {
		const dataDir = await temporaryFolder();
		await continueAfter({ dataDir }, () => {
			for (const name of ['sessions', 'calendars'])
				migrateAsNewerVersion(`${dataDir}/${name}.sqlite`, sessionKeys);
		});
		const database = new DatabaseSync(`${dataDir}/sessions.sqlite`);
		onTestFinished(() => database.close());
		const kept = database.prepare(`SELECT ${newField} FROM sessions ORDER BY created_at`).all();
		expect(kept.map((row) => row[newField])).toEqual(['kept', 'new']);
	});
});

it('changes of a kind that only a newer version knows are passed over, and later ones are applied', async () => {
	const { url } = await startRedis();
	const sandbox = await startTestSandbox();
	const { id } = await sandbox.someEvent();
	const settings = { redisUrl: url, sessionKeys, sharedPatience: 20_000 };
	const [first, second] = [
		await startTestBff(sandbox.origin, settings),
		await startTestBff(sandbox.origin, settings),
	];
	const member = await signedInAt(first.origin, sandbox);
	const event = `/api/v2/event/${id}`;
	const read = async (path: string) =>
		(await (await second.browser().get(path)).json()) as { participant_count: number; total: number };
	const { participant_count: before } = await read(event);
	const { total } = await read(`${event}/participants`);
	await member.post(`/api/v2/event/${id}/wishers`);
	await writeAsNewerVersion(url, sessionKeys, id);
	await member.post(`${event}/participants`);
	// By now the other process has seen the changes before this one, too.
	await expect.poll(async () => (await read(`${event}/participants`)).total).toBe(total + 1);
	await expect.poll(async () => (await read(event)).participant_count).toBe(before + 1);
});
