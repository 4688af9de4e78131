/** The two stores of sessions, for tests that run over both. */
import { DatabaseSync } from 'node:sqlite';
import { createClient } from 'redis';
import { createEncryption } from '../../../src/bff/session/encryption.ts';
import { type SessionStore, type StoreLimits, storeLimits } from '../../../src/bff/session/session-store.ts';

import { openSqliteStore } from '../../../src/bff/session/sqlite-session-store.ts';
import { redisTopologies } from '../redis-server.ts';
import { openRedisStore } from '../redis-stores.ts';
import { temporaryFolder } from '../start-bff.ts';

export const silent = { warn: () => undefined };
export const tokens = {
	accessToken: 'the-access-token',
	refreshToken: 'the-refresh-token',
	expiresIn: 60,
	receivedAt: 5,
};
export const session = { userId: '42', scope: 'event_basic_r', tokens };

/** Opens stores over the same data, as several processes would, each with its own keys. */
export interface Backend {
	open(keys: readonly string[], clock?: () => number, limits?: StoreLimits): Promise<SessionStore>;
	/** Everything that is kept, as text. */
	dump(): Promise<string>;
}

const overRedis =
	(start: () => Promise<{ url: string; ports: readonly number[] }>) => async (): Promise<Backend> => {
		const { url, ports } = await start();
		return {
			open: (keys, clock = Date.now, limits = storeLimits) =>
				openRedisStore(url, createEncryption(keys), clock, silent, limits),
			dump: async () => (await Promise.all(ports.map(dumpOf))).join('\n'),
		};
	};

/** Everything at one server, as text. */
async function dumpOf(port: number): Promise<string> {
	const client = createClient({ url: `redis://127.0.0.1:${port}` });
	await client.connect();
	const texts: string[] = [];
	for (const key of await client.keys('*')) {
		const type = await client.type(key);
		const read = { hash: () => client.hGetAll(key), zset: () => client.zRange(key, 0, -1) };
		const value = type === 'hash' || type === 'zset' ? await read[type]() : await client.get(key);
		texts.push(key, JSON.stringify(value));
	}
	client.destroy();
	return texts.join('\n');
}

export const backends: Record<string, () => Promise<Backend>> = {
	async SQLite() {
		const file = `${await temporaryFolder()}/sessions.sqlite`;
		return {
			open: async (keys, clock = Date.now, limits = storeLimits) =>
				openSqliteStore(file, createEncryption(keys), clock, limits),
			async dump() {
				const database = new DatabaseSync(file);
				const rows = ['sessions', 'logins', 'locks'].map((table) =>
					database.prepare(`SELECT * FROM ${table}`).all(),
				);
				database.close();
				return JSON.stringify(rows);
			},
		};
	},
	...Object.fromEntries(Object.entries(redisTopologies()).map(([name, start]) => [name, overRedis(start)])),
};
