import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEncryption, newSecret } from '../../../src/bff/session/encryption.ts';
import {
	areKeysShared,
	maxSessionsOfUser,
	sessionLifetimeMs,
} from '../../../src/bff/session/session-store.ts';
import { openSqliteStore } from '../../../src/bff/store/sqlite-store.ts';
import { createStore } from '../../../src/bff/store/store.ts';
import { session, sessionsOn } from '../open-sessions.ts';
import { temporaryFolder } from '../start-bff.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-11-21T12:00:00Z');

/** SQLite stands for all backends: sessions use only the store, which `test/bff/store` tests on each. */
async function opened() {
	let now = start;
	const file = `${await temporaryFolder()}/daybill.sqlite`;
	const keys = [newSecret()];
	/** Opens the same data again, like another process. */
	const open = () => {
		const store = sessionsOn(createStore(openSqliteStore(file, () => now)), keys, () => now);
		onTestFinished(() => store.close());
		return store;
	};
	return { file, open, store: open(), pass: (ms: number) => (now += ms) };
}

describe('sessions', () => {
	it('are stored without their id, nonce or tokens in readable form', async () => {
		const { store, file } = await opened();
		await store.create('the-session-id', session);
		await store.beginLogin('the-nonce', 'the-state');
		const stored = (await readFile(file, 'latin1')) + (await readFile(`${file}-wal`, 'latin1'));
		expect(stored).toContain('event_basic_r');
		for (const secret of [
			'the-session-id',
			'the-nonce',
			'the-state',
			'the-access-token',
			'the-refresh-token',
		])
			expect(stored).not.toContain(secret);
	});

	it('last for 180 days of use and no longer', async () => {
		const { store, pass } = await opened();
		await store.create('a', session);
		for (let month = 0; month < 6; month++) {
			pass(30 * day);
			expect(await store.get('a')).toBeDefined();
		}
		pass(1);
		expect(await store.get('a')).toBeUndefined();
	});

	it('end, oldest first, when one user has too many, without affecting other users', async () => {
		const { store } = await opened();
		await store.create('of another person', { ...session, userId: '43' });
		for (let index = 0; index <= maxSessionsOfUser; index++) await store.create(`own ${index}`, session);
		expect(await store.get('own 0')).toBeUndefined();
		expect(await store.get('own 1')).toBeDefined();
		expect(await store.get('of another person')).toBeDefined();
	});

	it('end 60 days after the last use, which is recorded once a day', async () => {
		const { store, pass } = await opened();
		await store.create('a', session);
		await store.create('b', session);
		pass(day);
		expect(await store.get('b')).toBeDefined();
		pass(sessionLifetimeMs.idle - day - 1);
		expect(await store.get('a')).toBeDefined();
		pass(1);
		expect(await store.get('b')).toBeUndefined();
		expect(await store.get('a')).toBeDefined();
	});
});

it('a process that lacks the key of another one notices', async () => {
	const store = createStore(openSqliteStore(':memory:', Date.now));
	const [old, next] = [newSecret(), newSecret()];
	const found = [];
	for (const keys of [[old], [old, next], [next, old], [old, next], [old]])
		found.push(await areKeysShared(store, createEncryption(keys)));
	for (const keys of [[newSecret()], [next, old], [old]])
		found.push(await areKeysShared(store, createEncryption(keys)));
	expect(found).toEqual([true, true, true, true, true, false, true, false]);
});
