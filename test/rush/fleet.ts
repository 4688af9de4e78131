/**
 * `npm run fleet`: the simulated rush through 1, 2, 4 and 8 BFFs that share one Redis; each request reaches any
 * of them. Prints calls of the service, Redis commands and memory; exits 1 when the aim is missed.
 */
import path from 'node:path';
import { createClient } from 'redis';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { launchRedis } from '../redis-process.ts';
import { runRush } from './rush.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);

/** Calls at 8 processes beside those of one. */
const aim = 1.1;
const visitors = Number(process.argv[2] ?? 10_000);
const sizes = [1, 2, 4, 8];

/** What a rush costs: its calls, and the commands and bytes of Redis. */
async function measure(processes: number) {
	const redis = await launchRedis();
	const client = createClient({ url: redis.url });
	await client.connect();
	try {
		const report = await runRush({ visitors, webDir, fleet: { processes, redisUrl: redis.url } });
		const figure = async (section: string, name: string) =>
			Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await client.info(section))?.[1]);
		return {
			report,
			commands: await figure('stats', 'total_commands_processed'),
			bytes: await figure('memory', 'used_memory'),
			// All of them run in this process.
			memory: process.memoryUsage().rss,
		};
	} finally {
		client.destroy();
		await redis.stop();
	}
}

const rows = [];
let callsOfOne = 0;
let isMet = true;
for (const processes of sizes) {
	const { report, commands, bytes, memory } = await measure(processes);
	if (processes === 1) callsOfOne = report.total;
	const ratio = report.total / callsOfOne;
	const failed = Object.keys(report.statuses).some((status) => Number(status) >= 400);
	isMet &&= ratio <= aim && !failed && report.limited === 0;
	rows.push({
		processes,
		requests: report.requests,
		'calls of the service': report.total,
		'beside one process': ratio.toFixed(3),
		'Redis commands a request': (commands / report.requests).toFixed(2),
		'Redis memory, MB': (bytes / 2 ** 20).toFixed(1),
		'memory of all processes and the sandbox, MB': (memory / 2 ** 20).toFixed(0),
		statuses: Object.entries(report.statuses)
			.map(([status, count]) => `${status}: ${count}`)
			.join(', '),
	});
}
console.log(`${visitors} visitors in one hour, one in twenty signed in:`);
console.table(rows);
console.log(
	`calls at ${sizes.at(-1)} processes: at most ${aim} of those of one: ${isMet ? 'met' : 'MISSED'}`,
);
process.exit(isMet ? 0 : 1);
