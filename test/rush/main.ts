/** `npm run rush`: the simulated rush with 10,000 visitors, 1,000 of them signed in; prints the calls by operation, and exits 1 when an aim is missed. */

import path from 'node:path';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { runRush } from './rush.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);

const visitors = Number(process.argv[2] ?? 10_000);
/** Calls for each visitor. */
const aim = 0.3;
const report = await runRush({ visitors, webDir, signedIn: Math.ceil(visitors / 10) });
console.log(`${report.visitors} visitors made ${report.requests} requests; responses by status:`);
console.table(report.statuses);
console.log('calls to the service:');
console.table(report.calls);
console.log(
	`${report.total} calls in all (aim: at most ${aim * visitors}), ${report.limited} responses with 111 or 112 (aim: 0)`,
);
const failed = Object.keys(report.statuses).some((status) => Number(status) >= 400);
process.exit(report.total <= aim * visitors && report.limited === 0 && !failed ? 0 : 1);
