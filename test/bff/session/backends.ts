/** The backends of the store, with sessions on them, for tests that run on each of them. */
import { DatabaseSync } from 'node:sqlite';
import { createClient } from 'redis';
import { openStore } from '../../../src/bff/store/open-store.ts';
import type { Store } from '../../../src/bff/store/store.ts';
import { type OpenedSessions, sessionsOn, silent } from '../open-sessions.ts';
import { redisTopologies } from '../redis-server.ts';
import { temporaryFolder } from '../start-bff.ts';

export const tokens = {
	accessToken: 'the-access-token',
	refreshToken: 'the-refresh-token',
	expiresIn: 60,
	receivedAt: 5,
};
export const session = { userId: '42', scope: 'event_basic_r', tokens };

/** Opens stores on the same data, as several processes would, each with its own keys. */
export interface Backend {
	openStore(clock?: () => number): Promise<Store>;
	open(keys: readonly string[], clock?: () => number): Promise<OpenedSessions>;
	/** Everything that is stored, as text. */
	dump(): Promise<string>;
}

/** Everything on one server, as text. */
async function dumpOf(port: number): Promise<string> {
	const client = createClient({ url: `redis://127.0.0.1:${port}` });
	await client.connect();
	const texts: string[] = [];
	for (const key of await client.keys('*')) texts.push(key, String(await client.get(key)));
	client.destroy();
	return texts.join('\n');
}

const backendOf = (open: Backend['openStore'], dump: Backend['dump']): Backend => ({
	openStore: open,
	open: async (keys, clock) => sessionsOn(await open(clock), keys, clock),
	dump,
});

/** Each test file calls this; the servers that it starts stop after its last test. */
export const openBackends = (): Record<string, () => Promise<Backend>> => ({
	async SQLite() {
		const dataDir = await temporaryFolder();
		return backendOf(
			async (clock = Date.now) => (await openStore({ redisUrl: null, dataDir }, clock, silent)).store,
			async () => {
				const database = new DatabaseSync(`${dataDir}/daybill.sqlite`);
				const rows = database.prepare('SELECT * FROM entries').all();
				database.close();
				return JSON.stringify(rows);
			},
		);
	},
	...Object.fromEntries(
		Object.entries(redisTopologies()).map(([name, start]) => [
			name,
			async () => {
				const { url, ports } = await start();
				return backendOf(
					async (clock = Date.now) =>
						(await openStore({ redisUrl: url, dataDir: ':memory:' }, clock, silent)).store,
					async () => (await Promise.all(ports.map(dumpOf))).join('\n'),
				);
			},
		]),
	),
});

/** Sessions need nothing from a backend but the store, which `test/bff/store` tests on every topology. */
export const openSessionBackends = () =>
	Object.entries(openBackends()).filter(([name]) => ['SQLite', 'Redis'].includes(name));
