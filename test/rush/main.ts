/** `npm run rush`: the simulated rush with 10,000 visitors; prints the calls by operation, and exits 1 when an aim is missed. */

import path from 'node:path';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { runRush } from './rush.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);

const visitors = Number(process.argv[2] ?? 10_000);
const report = await runRush({ visitors, webDir });
console.log(`${report.visitors} visitors made ${report.requests} requests; responses by status:`);
console.table(report.statuses);
console.log('calls to the service:');
console.table(report.calls);
console.log(
	`${report.total} calls in all (aim: at most 4000), ${report.limited} responses with 111 or 112 (aim: 0)`,
);
const failed = Object.keys(report.statuses).some((status) => Number(status) >= 400);
process.exit(report.total <= 4_000 && report.limited === 0 && !failed ? 0 : 1);
