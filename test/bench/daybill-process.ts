/**
 * A whole Daybill for benches: sandbox and BFF in one process, on the built web app; `ready <port>` on standard output.
 * Argument: `{port}`.
 */
import path from 'node:path';
import { startBff } from '../../src/bff/app.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { startSandbox } from '../../src/sandbox/app.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);
const { port } = JSON.parse(process.argv[2] ?? '{}') as { port: number };
const { bff } = readSettings({ PORT: String(port), LOG_LEVEL: 'silent', VISITOR_LIMITS: 'off' });
const sandbox = await startSandbox({
	port: 0,
	database: ':memory:',
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
