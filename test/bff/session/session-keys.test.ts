import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../start-bff.ts';

it('simultaneous first starts create one key, and none reads an empty one', async () => {
	const folder = await temporaryFolder();
	const folders = Array.from({ length: 60 }, (_, round) => path.join(folder, String(round)));
	const workers = 2;
	const gate = new Int32Array(new SharedArrayBuffer(4 * folders.length));
	const script = new URL('./load-keys.ts', import.meta.url);
	const results = await Promise.all(
		Array.from({ length: workers }, async () => {
			const worker = new Worker(script, { workerData: { folders, gate, workers } });
			const [keys] = (await once(worker, 'message')) as [string[]];
			await worker.terminate();
			return keys;
		}),
	);
	for (const [round] of folders.entries()) {
		const [first, ...others] = results.map((keys) => keys[round]);
		expect(first).toMatch(/^[\w-]{43}$/);
		expect(others).toEqual([first]);
	}
	const [someFolder = ''] = folders;
	expect(await readdir(someFolder)).toEqual(['session.key']);
	expect((await stat(path.join(someFolder, 'session.key'))).mode & 0o777).toBe(0o600);
});
