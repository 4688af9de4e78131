/** Stores preview cards as files, up to a total size; deletes the least recently used. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

export async function openCardFiles(folder: string, maxBytes: number) {
	const fileOf = (key: string) => path.join(folder, `${key}.jpg`);
	const bytes = new LRUCache<string, number>({
		maxSize: maxBytes,
		sizeCalculation: (size) => Math.max(1, size),
		dispose: (_size, key, reason) => {
			// A file that can't be deleted takes space, which an operator will notice.
			if (reason === 'evict') rm(fileOf(key), { force: true }).catch(() => undefined);
		},
	});
	await mkdir(folder, { recursive: true });
	const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
	const found = await Promise.all(
		names.map(async (name) => ({ key: name.slice(0, -4), ...(await stat(path.join(folder, name))) })),
	);
	for (const { key, size } of found.sort((one, other) => one.mtimeMs - other.mtimeMs)) bytes.set(key, size);
	return {
		async read(key: string): Promise<Buffer | undefined> {
			const card = await readFile(fileOf(key)).catch(() => undefined);
			if (card === undefined) bytes.delete(key);
			else if (bytes.get(key) === undefined) bytes.set(key, card.byteLength);
			return card;
		},
		async write(key: string, card: Buffer): Promise<void> {
			const unfinished = path.join(folder, `${key}.${randomUUID()}`);
			await writeFile(unfinished, card);
			await rename(unfinished, fileOf(key));
			bytes.set(key, card.byteLength);
		},
	};
}
