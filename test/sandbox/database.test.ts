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

/** Tables as at commit e63ed4f3, and one of today's columns (`extra`) that is missing. */
const earlier = `
CREATE TABLE locs (id TEXT PRIMARY KEY, name TEXT NOT NULL, uid TEXT NOT NULL UNIQUE, parent TEXT NOT NULL,
  habitable INTEGER NOT NULL, rank INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE users (id TEXT PRIMARY KEY, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password_hash TEXT,
  blocked INTEGER NOT NULL DEFAULT 0, locked INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE events (id TEXT PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL, begin_time TEXT NOT NULL,
  end_time TEXT NOT NULL, address TEXT NOT NULL, geo TEXT NOT NULL, loc_id TEXT NOT NULL REFERENCES locs (id),
  owner_id TEXT NOT NULL REFERENCES users (id), category TEXT NOT NULL, album TEXT NOT NULL, is_priv INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX events_of_owner ON events (owner_id, begin_time);
CREATE TABLE imports (event_id TEXT PRIMARY KEY REFERENCES events (id), source TEXT NOT NULL, uid TEXT NOT NULL,
  image TEXT, page TEXT, occurrence TEXT NOT NULL DEFAULT '', all_day INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE participants (event_id TEXT NOT NULL REFERENCES events (id), user_id TEXT NOT NULL REFERENCES users (id),
  participate_date TEXT, PRIMARY KEY (event_id, user_id)) STRICT, WITHOUT ROWID;
CREATE TABLE apps (client_id TEXT PRIMARY KEY, client_secret TEXT NOT NULL, redirect_uri TEXT NOT NULL, name TEXT NOT NULL,
  level TEXT NOT NULL, scopes TEXT NOT NULL, trial_users TEXT, blocked INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO locs VALUES ('1', 'Halle', 'halle', 'germany', 1, 0);
INSERT INTO users (id, uid, name) VALUES ('7', 'anna', 'Anna');
INSERT INTO events VALUES ('5', 'Trio', '', '2999-01-01 19:00:00', '2999-01-01 21:00:00', 'Markt 1', '', '1', '7', 'music', '1', 0);
INSERT INTO imports (event_id, source, uid, page) VALUES ('5', 'https://club.example/a.ics', 'a', 'https://club.example/trio');
INSERT INTO participants VALUES ('5', '7', NULL);
INSERT INTO apps (client_id, client_secret, redirect_uri, name, level, scopes) VALUES ('daybill-demo', 's', 'http://a', 'A', 'L1', '');`;

it('a database of an earlier version keeps its imported events and who joined them, and is copied before', async () => {
	const file = path.join(await temporaryFolder(), 'sandbox.sqlite');
	const before = new DatabaseSync(file);
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
	// Today's tables delete an event's rows with it.
	now.exec(`DELETE FROM events`);
	expect(now.prepare('SELECT * FROM participants').all()).toEqual([]);
	expect(old.prepare('SELECT name FROM apps').all()).toEqual([{ name: 'A' }]);
	for (const each of [now, old]) each.close();
});

it('a database of a later version is refused', async () => {
	const file = path.join(await temporaryFolder(), 'sandbox.sqlite');
	const database = openDatabase(file);
	database.exec('PRAGMA user_version = 1000');
	database.close();
	expect(() => openDatabase(file)).toThrow('is from a later version of Daybill');
});
