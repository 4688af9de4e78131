/**
 * `npm run rush`: 10,000 visitors, 1,000 of them signed in; prints the calls by operation, and exits with status 1 if they exceed the
 * budget: own lists, the join and the event for each user, and calls that all users share.
 */

import path from 'node:path';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { runRush } from './rush.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);

const visitors = Number(process.argv[2] ?? 10_000);
const signedIn = Math.ceil(visitors / 10);
const budget = 4 * signedIn + 1_500;
const report = await runRush({ visitors, webDir, signedIn });
console.log(`${report.visitors} visitors made ${report.requests} requests; responses by status:`);
console.table(report.statuses);
console.log('calls to the service:');
console.table(report.calls);
console.log(
	`${report.total} calls in all (budget: ${budget}), ${report.limited} responses with 111 or 112 (budget: 0)`,
);
const failed = Object.keys(report.statuses).some((status) => Number(status) >= 400);
process.exit(report.total <= budget && report.limited === 0 && !failed ? 0 : 1);
