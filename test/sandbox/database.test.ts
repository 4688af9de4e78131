import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { inTransaction, openDatabase } from '../../src/sandbox/database.ts';
import { temporaryFolder } from '../bff/start-bff.ts';
import { startTestSandbox } from './start-sandbox.ts';

it('a transaction that fails on a full disk reports it, and leaves nothing behind', () => {
	const database = openDatabase(':memory:');
	database.exec('CREATE TABLE things (text TEXT)');
	const insert = database.prepare('INSERT INTO things VALUES (?)');
	const fill = () => {
		for (let row = 0; row < 100; row++) insert.run('x'.repeat(4_000));
	};
	const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
	database.exec(`PRAGMA max_page_count = ${pages + 10}`);
	expect(() => inTransaction(database, fill)).toThrow('database or disk is full');
	expect(() => inTransaction(database, fill)).toThrow('database or disk is full');
	expect(database.prepare('SELECT * FROM things').all()).toEqual([]);
	database.close();
});

/** Turns a database into one of an earlier version: without one of the columns and tables, and with an old column. */
const earlier = `
ALTER TABLE events DROP COLUMN extra;
DROP TABLE secrets;
CREATE TABLE sign_ins (id_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO sign_ins VALUES ('hash', '7');
INSERT INTO locs VALUES ('1', 'Halle', 'halle', 'germany', 1, 0);
INSERT INTO users (id, uid, name) VALUES ('7', 'anna', 'Anna');
INSERT INTO events VALUES ('5', 'Trio', '', '2999-01-01 19:00:00', '2999-01-01 21:00:00', 'Markt 1', '', '1', '7', 'music', '1', 0);
INSERT INTO imports (event_id, source, uid, page) VALUES ('5', 'https://club.example/a.ics', 'a', 'https://club.example/trio');
INSERT INTO participants VALUES ('5', '7', NULL);
PRAGMA user_version = 1;`;

it('a database of an earlier version keeps its imported events and who joined them, and is copied before', async () => {
	const file = path.join(await temporaryFolder(), 'sandbox.sqlite');
	const before = openDatabase(file);
	before.exec(earlier);
	before.close();
	const sandbox = await startTestSandbox({ database: file });
	expect((await sandbox.call<WireEvent>('GET', '/v2/event/5')).body).toMatchObject({
		title: 'Trio',
		loc_name: 'Halle',
		participant_count: 1,
		alt: 'https://club.example/trio',
	});
	expect((await sandbox.call<WireEventList>('GET', '/v2/event/user_participated/7')).body.total).toBe(1);
	const [now, old] = [openDatabase(file), new DatabaseSync(`${file}.old`)];
	expect(() => now.prepare('SELECT * FROM sign_ins')).toThrow('no such table');
	expect(old.prepare('SELECT user_id FROM sign_ins').all()).toEqual([{ user_id: '7' }]);
	for (const each of [now, old]) each.close();
});

it('a database of a later version is refused', async () => {
	const file = path.join(await temporaryFolder(), 'sandbox.sqlite');
	const database = openDatabase(file);
	database.exec('PRAGMA user_version = 1000');
	database.close();
	expect(() => openDatabase(file)).toThrow('is from a later version of Daybill');
});
