/** Prepares all end-to-end tests: builds the web app, and seeds a sandbox's data once for each test to copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededVariable, startDaybill } from './daybill.ts';

/**
 * The first Daybill builds and seeds. It ends as it should, so that it leaves its compiled modules to the others (`compile-cache.ts`),
 * which are killed.
 *
 * @returns a function that deletes the seeded data
 */
export default async function prepare(): Promise<() => Promise<void>> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-seeded-'));
	const first = await startDaybill({ environment: { DATA_DIR: folder } });
	await first.end();
	await first.stop();
	process.env[seededVariable] = path.join(folder, 'sandbox.sqlite');
	return () => rm(folder, { recursive: true, force: true });
}
