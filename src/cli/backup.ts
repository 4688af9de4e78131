/** `daybill backup FILE` and `daybill restore FILE`: all data in one archive, a tar file. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { constants, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup as backUpDatabase, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { packTar, unpackTar } from 'modern-tar/fs';
import { keyFileName } from '../bff/session/encryption.ts';
import { databaseName } from '../bff/store/open-store.ts';
import { readSettings } from '../servers/settings.ts';
import { fail } from './run.ts';

/** Mode of files that contain keys and tokens. */
const secretMode = 0o600;

/** All data except settings: each file's name in the archive, and its path on this machine. */
function readParts() {
	const { bff, sandbox } = readSettings(process.env);
	const inMemory = sandbox.database === ':memory:';
	const parts = [
		...[databaseName, keyFileName].map((name) => ({ name, file: path.join(bff.dataDir, name) })),
		...(inMemory ? [] : [{ name: 'sandbox.sqlite', file: path.resolve(sandbox.database) }]),
	];
	return { bff, parts };
}

/** Copies a database while others may write to it. */
async function copyDatabase(file: string, copy: string): Promise<void> {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		// All pages at once: a write by another process between two steps would restart the copy.
		await backUpDatabase(database, copy, { rate: 0x7fff_ffff });
	} finally {
		database.close();
	}
}

/** Runs work in a temporary folder inside `parent`. */
async function inNewFolder(parent: string, work: (inFolder: (name: string) => string) => Promise<void>) {
	const folder = await mkdtemp(path.join(parent, '.daybill-'));
	try {
		await work((name) => path.join(folder, name));
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** Writes the archive. Replaces an existing file only once the new one is complete. */
export async function backup(archive: string): Promise<void> {
	try {
		const { bff, parts } = readParts();
		const found = parts.filter(({ file }) => existsSync(file));
		if (found.length === 0) throw new Error(`DATA_DIR contains no data: ${bff.dataDir}`);
		const target = path.resolve(archive);
		if (!existsSync(path.dirname(target))) throw new Error(`there is no folder ${path.dirname(target)}`);
		await inNewFolder(path.dirname(target), async (inFolder) => {
			for (const { name, file } of found)
				await (name.endsWith('.sqlite') ? copyDatabase : copyFile)(file, inFolder(name));
			const sources = found.map(({ name }) => ({
				type: 'file' as const,
				source: inFolder(name),
				target: name,
				mode: secretMode,
			}));
			const output = createWriteStream(inFolder('archive'), { mode: secretMode, flush: true });
			await pipeline(packTar(sources), output);
			await rename(inFolder('archive'), target);
		});
		console.log(
			`${target} contains ${found.map(({ name }) => name).join(', ')}. Keep it as secret as a password.`,
		);
		if (bff.redisUrl !== null) console.log('Sessions are in Redis, which needs its own backup.');
		if (bff.sessionKeys.length > 0) console.log('The keys are in SESSION_KEYS: store them too.');
	} catch (error) {
		fail(error, 'The backup failed');
	}
}

/** Restores an archive's data, unless data already exists. */
export async function restore(archive: string): Promise<void> {
	try {
		const { bff, parts } = readParts();
		// SQLite would apply another database's log to the restored one.
		const existing = parts.flatMap(({ file }) => [file, `${file}-wal`]).find((file) => existsSync(file));
		if (existing !== undefined)
			throw new Error(`${existing} exists. Stop Daybill, and move the files of DATA_DIR elsewhere.`);
		await mkdir(bff.dataDir, { recursive: true, mode: 0o700 });
		await inNewFolder(bff.dataDir, async (inFolder) => {
			await pipeline(createReadStream(archive), unpackTar(inFolder(''), { strict: true, fmode: secretMode }));
			const found = parts.filter(({ name }) => existsSync(inFolder(name)));
			if (found.length === 0) throw new Error(`${archive} was not made by daybill backup`);
			for (const { name, file } of found) {
				await mkdir(path.dirname(file), { recursive: true });
				await copyFile(inFolder(name), file, constants.COPYFILE_EXCL);
			}
			console.log(`Restored ${found.map(({ file }) => file).join(', ')}. Daybill can start.`);
		});
	} catch (error) {
		fail(error, 'Nothing was restored');
	}
}
