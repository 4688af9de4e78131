/** A BFF with the built web app, in front of a sandbox, each in a separate process. */
import path from 'node:path';
import type { BffSettings } from '../../src/bff/settings.ts';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { publicUrl, settingsFor } from '../bff/settings-for.ts';
import { type Child, startChild } from '../program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');

/** @param stack stops both processes when it is disposed */
export async function startBuiltBff(
	stack: AsyncDisposableStack,
	settings: Partial<BffSettings> = {},
): Promise<Child> {
	if (await isWebBuildStale(root, webDir)) await buildWeb(root);
	const sandbox = stack.use(
		await startChild('test/sandbox/sandbox-process.ts', {
			port: 0,
			database: ':memory:',
			redirectUri: `${publicUrl}/callback`,
		}),
	);
	// As in `npm start`. Otherwise, V8 collects garbage so late that memory after a rush is 180 MB higher.
	const nodeArgs = ['--optimize-for-size'];
	const all = settingsFor(sandbox.origin, { webDir, ...settings });
	return stack.use(await startChild('test/bff/bff-process.ts', all, { nodeArgs }));
}
