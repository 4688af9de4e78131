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

it('a database of another version is refused, and says what to do', async () => {
	const file = path.join(await temporaryFolder(), 'sandbox.sqlite');
	openDatabase(file).close();
	openDatabase(file).close();
	const database = new DatabaseSync(file);
	database.exec('PRAGMA user_version = 0');
	database.close();
	expect(() => openDatabase(file)).toThrow('is from another version of Daybill: move it away');
});
