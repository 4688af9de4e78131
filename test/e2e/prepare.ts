/** Prepares all end-to-end tests: builds the web app, seeds a sandbox's data once to be copied, and starts what tests share. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { seededVariable, sharedVariable, startDaybill } from './daybill.ts';

/**
 * The first Daybill builds and seeds. It ends as it should, so that it leaves its compiled modules to the others (`compile-cache.ts`),
 * which are killed.
 *
 * @returns a function that stops the shared Daybills and deletes the seeded data
 */
export default async function prepare({
	workers,
}: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-seeded-'));
	const first = await startDaybill({ environment: { DATA_DIR: folder } });
	await first.end();
	await first.stop();
	process.env[seededVariable] = path.join(folder, 'sandbox.sqlite');
	const shared = await Promise.all(Array.from({ length: workers }, () => startDaybill()));
	process.env[sharedVariable] = JSON.stringify(shared.map(({ url, sandboxUrl }) => ({ url, sandboxUrl })));
	return async () => {
		await Promise.all(shared.map((each) => each.stop()));
		await rm(folder, { recursive: true, force: true });
	};
}
