import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/bff/store/sqlite-store.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import { temporaryFolder } from '../bff/start-bff.ts';

it('other users of the machine can read no file of a new database', async () => {
	const folder = await temporaryFolder();
	const file = path.join(folder, 'sandbox.sqlite');
	const earlier = openDatabase(file);
	earlier.exec('PRAGMA user_version = 1');
	earlier.close();
	const database = openDatabase(file);
	const store = openSqliteStore(path.join(folder, 'daybill.sqlite'), Date.now);
	const modes = (await readdir(folder)).map(async (name) => {
		const { mode } = await stat(path.join(folder, name));
		return [name, (mode & 0o777).toString(8)];
	});
	const names = ['daybill.sqlite', 'sandbox.sqlite'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
	expect(Object.fromEntries(await Promise.all(modes))).toEqual(
		Object.fromEntries([...names, 'sandbox.sqlite.old'].map((name) => [name, '600'])),
	);
	database.close();
	await store.close();
});
