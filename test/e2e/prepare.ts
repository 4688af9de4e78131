/** Prepares all end-to-end tests: builds the web app, seeds a sandbox's data once to be copied, and starts what tests share. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededVariable, sharedVariable, startDaybill } from './daybill.ts';

/**
 * The first Daybill builds and seeds; those that are started afterwards begin with a copy of its data. It ends as it should, so that
 * it leaves its compiled modules to the others (`compile-cache.ts`), which are killed.
 *
 * @returns a function that deletes the seeded data
 */
export async function buildAndSeed(): Promise<() => Promise<void>> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-seeded-'));
	const first = await startDaybill({ environment: { DATA_DIR: folder } });
	await first.end();
	await first.stop();
	process.env[seededVariable] = path.join(folder, 'sandbox.sqlite');
	return () => rm(folder, { recursive: true, force: true });
}

/** @returns a function that stops the shared Daybill and deletes the seeded data */
export default async function prepare(): Promise<() => Promise<void>> {
	const deleteSeeded = await buildAndSeed();
	const shared = await startDaybill();
	process.env[sharedVariable] = JSON.stringify({ url: shared.url, sandboxUrl: shared.sandboxUrl });
	return async () => {
		await shared.stop();
		await deleteSeeded();
	};
}
