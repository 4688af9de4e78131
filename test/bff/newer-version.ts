/** What a newer version of Daybill may have written beside this one: more fields, more tables, more kinds of change. */
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createClient, RESP_TYPES } from 'redis';
import { createEncryption } from '../../src/bff/session/encryption.ts';

/** The field that a newer version adds to everything. */
export const newField = 'future';

const withMore = (json: string): string =>
	JSON.stringify({ ...(JSON.parse(json) as object), version: 99, [newField]: { any: ['thing'] } });

/** Tokens are encrypted, bound to the hash of their session. */
function withMoreTokens(sealed: string, hash: string, keys: readonly string[]): string {
	const encryption = createEncryption(keys);
	const tokens = encryption.open(sealed, hash);
	if (tokens === undefined) throw new Error('the keys do not open this session');
	return encryption.seal(withMore(tokens), hash);
}

/** Adds fields to every record in Redis, and changes of kinds that only a newer version knows. @param keys of sessions */
export async function writeAsNewerVersion(
	url: string,
	keys: readonly string[],
	eventId = '10',
): Promise<void> {
	const client = createClient({ url });
	await client.connect();
	const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
	for (const key of await client.keys('*')) {
		const type = await client.type(key);
		if (type === 'string' && key.includes('login:')) {
			const json = await client.get(key);
			await client.set(key, withMore(json ?? '{}'), { expiration: 'KEEPTTL' });
		}
		if (type === 'stream')
			for (const change of [
				{ kind: 'renamed', id: eventId, counters: { participant_count: 999 } },
				'a text',
				7,
			])
				await client.xAdd(key, '*', { change: JSON.stringify(change), [newField]: '1' });
		if (type !== 'hash') continue;
		const fields = (await bytes.hGetAll(key)) as unknown as Record<string, Buffer>;
		if (fields.tokens !== undefined) {
			const hash = key.slice(key.lastIndexOf(':') + 1);
			await client.hSet(key, 'tokens', withMoreTokens(String(fields.tokens), hash, keys));
		}
		if (fields.record !== undefined)
			await client.hSet(key, 'record', zstdCompressSync(withMore(String(zstdDecompressSync(fields.record)))));
		for (const [field, json] of Object.entries(await client.hGetAll(key)))
			if (json.startsWith('{')) await client.hSet(key, field, withMore(json));
		// Every field of this one is a record, whose form the version of the key says.
		if (!key.includes(':facts:')) await client.hSet(key, newField, '1');
	}
	client.destroy();
}

/** Adds a column to every table of a SQLite file, fields to its sessions, and a table. @param keys of sessions */
export function migrateAsNewerVersion(file: string, keys: readonly string[]): void {
	const database = new DatabaseSync(file);
	const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
	for (const { name } of tables)
		database.exec(`ALTER TABLE "${name}" ADD COLUMN ${newField} TEXT NOT NULL DEFAULT 'new'`);
	for (const { id_hash, tokens } of tables.some(({ name }) => name === 'sessions')
		? database.prepare('SELECT id_hash, tokens FROM sessions').all()
		: [])
		database
			.prepare(`UPDATE sessions SET tokens = ?, ${newField} = 'kept' WHERE id_hash = ?`)
			.run(withMoreTokens(String(tokens), String(id_hash), keys), String(id_hash));
	database.exec(`CREATE TABLE ${newField}_table (id TEXT) STRICT; PRAGMA user_version = 99;`);
	database.close();
}
