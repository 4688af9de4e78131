import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCardFiles } from '../../../src/bff/images/card-files.ts';
import { temporaryFolder } from '../start-bff.ts';

describe('card files', () => {
	it('can be read by later and concurrent processes', async () => {
		const folder = await temporaryFolder();
		const [one, other] = [await openCardFiles(folder, 1_000), await openCardFiles(folder, 1_000)];
		await one.write('a', Buffer.from('card'));
		const next = await openCardFiles(folder, 1_000);
		for (const files of [one, other, next]) expect(String(await files.read('a'))).toBe('card');
		expect(await next.read('b')).toBeUndefined();
	});

	it('stay within their size limit by deleting the least recently used', async () => {
		const folder = await temporaryFolder();
		await writeFile(path.join(folder, 'old.jpg'), Buffer.alloc(100));
		const files = await openCardFiles(folder, 300);
		for (const key of ['a', 'b']) await files.write(key, Buffer.alloc(100));
		await files.read('a');
		await files.write('c', Buffer.alloc(150));
		await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['a.jpg', 'c.jpg']);
	});

	it('can still be stored if an old one cannot be deleted', async () => {
		const folder = await temporaryFolder();
		await mkdir(path.join(folder, 'old.jpg'));
		const files = await openCardFiles(folder, 5_000);
		for (const key of ['a', 'b']) await files.write(key, Buffer.alloc(3_000));
		await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['b.jpg', 'old.jpg']);
		expect(await files.read('b')).toHaveLength(3_000);
	});
});
