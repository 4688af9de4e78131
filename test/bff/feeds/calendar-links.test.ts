/** Secret URLs of calendars that are changed concurrently. */
import { expect, it } from 'vitest';
import { createCalendarLinks } from '../../../src/bff/feeds/calendar-links.ts';
import { createEncryption, hashSecret, newSecret } from '../../../src/bff/session/encryption.ts';
import { openSqliteStore } from '../../../src/bff/store/sqlite-store.ts';
import { createStore, type Store } from '../../../src/bff/store/store.ts';

function openLinks() {
	const store = createStore(openSqliteStore(':memory:', Date.now));
	const encryption = createEncryption([newSecret()]);
	const linksOf = (of: Store) => createCalendarLinks(of, encryption);
	return {
		store,
		links: linksOf(store),
		/** @param change runs between a read of the store and the write that follows it */
		lateAfter: (change: () => Promise<unknown>) =>
			linksOf({
				...store,
				async get(key) {
					const value = await store.get(key);
					await change();
					return value;
				},
			}),
	};
}

it('a URL does not read with a session that was attached to another one', async () => {
	const { links, store } = openLinks();
	const key = `calendar-of:${hashSecret('42')}`;
	await links.create('42', 'a session');
	const { sealed } = JSON.parse((await store.get(key)) ?? '');
	const secret = await links.create('42', 'another session');
	const link = JSON.parse((await store.get(key)) ?? '');
	await store.set(key, JSON.stringify({ ...link, sealed }), 60_000);
	expect(await links.find(secret)).toEqual({ userId: '42', sessionId: undefined });
});

it('a URL that is replaced while a session is attached stops working, and the new one works until it is revoked', async () => {
	const { links, lateAfter } = openLinks();
	const secret = await links.create('42', 'a session');
	let next = '';
	const replace = async () => {
		next = await links.create('42', 'a session');
	};
	await lateAfter(replace).attachSession('42', 'another session');
	expect(await links.find(secret)).toBeUndefined();
	expect(await links.find(next)).toMatchObject({ userId: '42' });
	await lateAfter(() => links.revoke('42')).attachSession('42', 'another session');
	expect(await links.find(next)).toBeUndefined();
	expect(await links.exists('42')).toBe(false);
});
