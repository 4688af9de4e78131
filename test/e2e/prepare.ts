/** Prepares all end-to-end tests: builds the web app, and seeds a sandbox's data once for each test to copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { startSandbox } from '../../src/sandbox/app.ts';

/** Environment variable with the path of the seeded file, for `startDaybill`. */
export const seededVariable = 'DAYBILL_SEEDED_SANDBOX';

/** @returns a function that deletes the seeded data */
export default async function prepare(): Promise<() => Promise<void>> {
	const root = path.resolve(import.meta.dirname, '../..');
	if (await isWebBuildStale(root, path.join(root, 'dist/web'))) await buildWeb(root);
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-seeded-'));
	const database = path.join(folder, 'sandbox.sqlite');
	const sandbox = await startSandbox({ port: 0, database, redirectUri: 'http://localhost/callback' });
	await sandbox.close();
	process.env[seededVariable] = database;
	return () => rm(folder, { recursive: true, force: true });
}
