import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { inTransaction, openDatabase } from '../../src/sandbox/database.ts';
import { temporaryFolder } from '../bff/start-bff.ts';

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

it('a database of an older version keeps its imports, and can be opened again', async () => {
	const file = path.join(await temporaryFolder(), 'sandbox.sqlite');
	const old = new DatabaseSync(file);
	old.exec(`CREATE TABLE imports (event_id TEXT PRIMARY KEY, source TEXT NOT NULL, uid TEXT NOT NULL, image TEXT, page TEXT);
		INSERT INTO imports VALUES ('1', 'a', 'b', null, null)`);
	old.close();
	openDatabase(file).close();
	const database = openDatabase(file);
	const imported = database.prepare('SELECT uid, occurrence, all_day FROM imports').all();
	database.close();
	expect(imported).toMatchObject([{ uid: 'b', occurrence: '', all_day: 0 }]);
});
