/** `npm start`: builds the web app if it is stale, and starts the app, and the sandbox if no service is configured. */
import path from 'node:path';
import { checkFailedStart, printFindings } from './check.ts';
import { fail } from './run.ts';
import { serveDaybill } from './serve-daybill.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist', 'web');

async function buildIfStale(): Promise<void> {
	if (!(await isWebBuildStale(root, webDir))) return;
	console.log('Building the web app …');
	await buildWeb(root);
}

await serveDaybill(webDir, buildIfStale).catch(async (error: unknown) => {
	await printFindings(checkFailedStart(), true);
	fail(error);
});
