import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEncryption, loadSessionKeys, newSecret } from '../../../src/bff/session/encryption.ts';
import { temporaryFolder } from '../start-bff.ts';

describe('sealed data', () => {
	it('opens only as it was sealed, and for the session that it was made for', () => {
		const { seal, open } = createEncryption([newSecret()]);
		const sealed = seal('text', 'a');
		expect([open(sealed, 'a'), open(sealed, 'b')]).toEqual(['text', undefined]);
		const changed = [0, 17, 20, sealed.length - 2].map((index) => {
			const other = sealed[index] === 'A' ? 'B' : 'A';
			return `${sealed.slice(0, index)}${other}${sealed.slice(index + 1)}`;
		});
		for (const text of ['', 'abc', 'A'.repeat(20), ...changed]) expect(open(text, 'a')).toBeUndefined();
	});

	it('is sealed with the newest key and opened with any', () => {
		const [newest, oldest] = [newSecret(), newSecret()];
		const both = createEncryption([newest, oldest]);
		expect(createEncryption([newest]).open(both.seal('text', 'a'), 'a')).toBe('text');
		expect(createEncryption([oldest]).open(both.seal('text', 'a'), 'a')).toBeUndefined();
		expect(both.open(createEncryption([oldest]).seal('text', 'a'), 'a')).toBe('text');
	});
});

describe('session keys', () => {
	it('are generated once in a folder that no one else may read', async () => {
		const folder = path.join(await temporaryFolder(), 'a/b');
		const keys = loadSessionKeys([], folder);
		expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
		expect(loadSessionKeys([], folder)).toEqual(keys);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
		const file = path.join(folder, 'session.key');
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect(await readFile(file, 'utf8')).toBe(keys[0]);
		expect(await readdir(folder)).toEqual(['session.key']);
	});

	it('are read from a file that was written by hand, which others may then no longer read', async () => {
		const folder = await temporaryFolder();
		const [file, key] = [path.join(folder, 'session.key'), newSecret()];
		await writeFile(file, `${key}\n`);
		await chmod(file, 0o644);
		expect(loadSessionKeys([], folder)).toEqual([key]);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	it('are not replaced if the file has no key', async () => {
		const folder = await temporaryFolder();
		for (const content of ['', 'abc', '\n']) {
			await writeFile(path.join(folder, 'session.key'), content);
			expect(() => loadSessionKeys([], folder)).toThrow(/session\.key does not contain a 32-byte key/);
		}
	});
});
