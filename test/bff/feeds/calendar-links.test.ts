/** Secret URLs of calendars that are changed concurrently. */
import { expect, it } from 'vitest';
import { createCalendarLinks } from '../../../src/bff/feeds/calendar-links.ts';
import { createEncryption, newSecret } from '../../../src/bff/session/encryption.ts';
import { openSqliteStore } from '../../../src/bff/store/sqlite-store.ts';
import { createStore } from '../../../src/bff/store/store.ts';

/** @param change runs between a read of the store and the write that follows it */
function linksWith(change: (links: ReturnType<typeof createCalendarLinks>) => Promise<void>) {
	const store = createStore(openSqliteStore(':memory:', Date.now));
	const encryption = createEncryption([newSecret()]);
	const links = createCalendarLinks(store, encryption);
	const late = createCalendarLinks(
		{
			...store,
			async get(key) {
				const value = await store.get(key);
				await change(links);
				return value;
			},
		},
		encryption,
	);
	return { links, late };
}

it('of URLs that are created at the same time, one works, and no trace of the others is left', async () => {
	const written = new Set<string>();
	const store = createStore(openSqliteStore(':memory:', Date.now));
	const links = createCalendarLinks(
		{
			...store,
			set(key, value, ttlMs) {
				written.add(key);
				return store.set(key, value, ttlMs);
			},
			// As slow as Redis: others' reads come between.
			get: async (key) => {
				const value = await store.get(key);
				await new Promise(setImmediate);
				return value;
			},
		},
		createEncryption([newSecret()]),
	);
	const secrets = ['first', 'second', 'third'];
	await Promise.all(secrets.map((secret) => links.setSecret('42', secret, 'a session')));
	const found = await Promise.all(secrets.map((secret) => links.find(secret)));
	expect(found.filter((calendar) => calendar !== undefined)).toHaveLength(1);
	await links.revoke('42');
	expect(await Promise.all([...written].map((key) => store.get(key)))).toEqual(
		[...written].map(() => undefined),
	);
});

it('a session that is attached already is not written again', async () => {
	let writes = 0;
	const store = createStore(openSqliteStore(':memory:', Date.now));
	const links = createCalendarLinks(
		{
			...store,
			compareAndSet(...change) {
				writes += 1;
				return store.compareAndSet(...change);
			},
		},
		createEncryption([newSecret()]),
	);
	await links.setSecret('42', 'a secret', 'a session');
	await links.attachSession('42', 'a session');
	expect(writes).toBe(0);
	await links.attachSession('42', 'another session');
	expect(writes).toBeGreaterThan(0);
});

it('a URL that is revoked while a session is attached stops working', async () => {
	const { links, late } = linksWith(({ revoke }) => revoke('42'));
	await links.setSecret('42', 'the old secret', 'a session');
	await late.attachSession('42', 'another session');
	expect(await links.find('the old secret')).toBeUndefined();
	expect(await links.hasSecret('42')).toBe(false);
});

it('a URL that is replaced while a session is attached stops working, and the new one works', async () => {
	const { links, late } = linksWith(({ setSecret }) => setSecret('42', 'the new secret', 'a session'));
	await links.setSecret('42', 'the old secret', 'a session');
	await late.attachSession('42', 'another session');
	expect(await links.find('the old secret')).toBeUndefined();
	expect(await links.find('the new secret')).toMatchObject({ userId: '42' });
});
