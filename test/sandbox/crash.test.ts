import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { TokenResponse, WireEventList, WireUserList } from '../../src/contract/spec/resources.ts';
import { startChild } from '../program.ts';
import { redirectUri } from './start-sandbox.ts';

it('every write confirmed with 202 is still stored after a SIGKILL', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-crash-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const options = { port: 0, database: path.join(folder, 'sandbox.sqlite'), seed: 'small', redirectUri };
	const start = async () => {
		const child = await startChild('test/sandbox/sandbox-process.ts', options);
		onTestFinished(child.kill);
		return child;
	};
	const sandbox = await start();
	const json = async <Body>(origin: string, address: string, init?: RequestInit) =>
		(await (await fetch(`${origin}${address}`, init)).json()) as Body;
	const { events } = await json<WireEventList>(sandbox.origin, '/v2/event/list?day_type=future&count=40');
	const users = Array.from({ length: 20 }, (_, index) => String(1001 + index));
	const tokens = await Promise.all(
		users.map((user_id) =>
			json<TokenResponse>(sandbox.origin, '/_sandbox/tokens', {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
				body: JSON.stringify({ client_id: 'daybill-demo', user_id }),
			}),
		),
	);
	/** Confirmed writes: event and user, and whether the user takes part. */
	const confirmed = new Map<string, boolean>();
	let isOver = false;
	const write = async (index: number) => {
		const user = users[index] ?? '';
		for (let turn = 0; !isOver; turn++) {
			const event = events[(turn * 7 + index) % events.length]?.id ?? '';
			const joins = turn % 3 !== 2;
			const key = `${event} ${user}`;
			// Before the response arrives, either outcome is possible.
			confirmed.delete(key);
			const response = await fetch(`${sandbox.origin}/v2/event/${event}/participants`, {
				method: joins ? 'POST' : 'DELETE',
				headers: { authorization: `Bearer ${tokens[index]?.access_token}` },
			}).catch(() => undefined);
			if (response?.status === 202) confirmed.set(key, joins);
		}
	};
	const writers = users.map((_, index) => write(index));
	await expect.poll(() => confirmed.size).toBeGreaterThan(200);
	await sandbox.kill();
	isOver = true;
	await Promise.all(writers);

	const next = await start();
	const present = new Set<string>();
	for (const { id } of events) {
		const list = await json<WireUserList>(next.origin, `/v2/event/${id}/participants?count=100`);
		for (const user of list.users) present.add(`${id} ${user.id}`);
		const event = await json<{ participant_count: number }>(next.origin, `/v2/event/${id}`);
		expect(event.participant_count).toBe(list.total);
	}
	const lost = [...confirmed].filter(([key, joins]) => present.has(key) !== joins);
	expect(lost).toEqual([]);
});
