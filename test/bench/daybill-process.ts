/**
 * A whole Daybill for benches: sandbox and BFF in one process, on the built web app; `ready <port>` on standard output.
 * Argument: `{port, database?}`, the latter a file of the sandbox's.
 */
import path from 'node:path';
import { startBff } from '../../src/bff/app.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { startSandbox } from '../../src/sandbox/app.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);
const { port, database = ':memory:' } = JSON.parse(process.argv[2] ?? '{}') as {
	port: number;
	database?: string;
};
const { bff } = readSettings({ PORT: String(port), LOG_LEVEL: 'silent', VISITOR_LIMITS: 'off' });
const sandbox = await startSandbox({
	port: 0,
	database,
	seed: 'demo',
	redirectUri: `${bff.publicUrl}/callback`,
});
const app = await startBff({
	...bff,
	webDir,
	dataDir: ':memory:',
	eventsBaseUrl: sandbox.origin,
	eventsAuthUrl: sandbox.origin,
	mapTileUrl: `${sandbox.origin}/tiles/{z}/{x}/{y}.png`,
	imageOrigins: [sandbox.origin],
	sandboxControl: undefined,
});
process.stdout.write(`ready ${app.port}\n`);
process.on('SIGTERM', () => process.exit(0));
