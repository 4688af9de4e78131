/**
 * `npm run fleet`: the simulated rush through 1, 2, 4 and 8 processes, or as many as `--processes` says, behind HAProxy on one
 * Redis, and once more with signed-out visitors in the same hour; then faults, with a fleet for each kind of Redis. Prints calls
 * of the service, Redis commands and memory, and what the faults did; exits 1 when an aim is missed.
 *
 *     npm run fleet -- --visitors 1000 --more 0 --faults 30
 *     npm run fleet -- --processes 8 --faults 0
 *
 * `--plain` leaves out the rendering of pages, most of the work of a rush: the same calls in less time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from 'redis';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { writeWeb } from '../bff/settings-for.ts';
import { launchRedis } from '../redis-process.ts';
import { runRush } from '../rush/rush.ts';
import { kindsOfRedis, runFaults } from './faults.ts';

const { values } = parseArgs({
	options: {
		visitors: { type: 'string', default: '10000' },
		more: { type: 'string', default: '100000' },
		processes: { type: 'string', default: '1,2,4,8' },
		faults: { type: 'string', default: '60' },
		plain: { type: 'boolean', default: false },
	},
});
/** Visitors of the first rush, those that come on top in the second, and seconds of kills for each kind of Redis; 0 for none. */
const [visitors, more, faultSeconds] = [values.visitors, values.more, values.faults].map(Number) as [
	number,
	number,
	number,
];
/** One in twenty. */
const signedIn = Math.ceil(visitors / 20);
/** Calls at 8 processes beside those of one, and calls with the second rush beside those without. */
const aims = { processes: 1.1, more: 1.05 };
const sizes = values.processes.split(',').map(Number);

const folder = await mkdtemp(path.join(tmpdir(), 'daybill-fleet-'));
const root = path.resolve(import.meta.dirname, '../..');
const webDir = values.plain ? folder : path.join(root, 'dist/web');
if (values.plain) await writeWeb(webDir);
else if (await isWebBuildStale(root, webDir)) await buildWeb(root);

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

/** What a rush costs: its calls, and the commands and bytes of Redis. */
async function measure(processes: number, count: number) {
	const redis = await launchRedis();
	const client = createClient({ url: redis.url });
	await client.connect();
	try {
		const report = await runRush({
			visitors: count,
			signedIn,
			webDir,
			fleet: { processes, redisUrl: redis.url },
		});
		const figure = async (section: string, name: string) =>
			Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await client.info(section))?.[1]);
		return {
			...report,
			commands: await figure('stats', 'total_commands_processed'),
			bytes: await figure('memory', 'used_memory'),
		};
	} finally {
		client.destroy();
		await redis.stop();
	}
}

let isMet = true;
const rows: Record<string, string | number>[] = [];
/** Adds a row. @param before calls that these are compared with; defaults to these @returns its calls */
async function measureRow(processes: number, count: number, aim: number, before?: number): Promise<number> {
	const { total, requests, statuses, limited, commands, bytes, memory } = await measure(processes, count);
	const failed = Object.keys(statuses).some((status) => Number(status) >= 400);
	const ratio = total / (before ?? total);
	isMet &&= ratio <= aim && !failed && limited === 0;
	rows.push({
		processes,
		visitors: count,
		requests,
		calls: total,
		ratio: ratio.toFixed(3),
		'Redis commands a request': (commands / requests).toFixed(2),
		'Redis, MB': megabytes(bytes),
		'a process, MB': `${megabytes(Math.min(...memory))} to ${megabytes(Math.max(...memory))}`,
		statuses: Object.entries(statuses)
			.map(([status, times]) => `${status}: ${times}`)
			.join(', '),
	});
	console.table(rows.slice(-1));
	return total;
}

if (visitors > 0) {
	let [ofFirst, last] = [0, 0];
	for (const processes of sizes) {
		last = await measureRow(processes, visitors, aims.processes, ofFirst || undefined);
		ofFirst ||= last;
	}
	if (more > 0) await measureRow(sizes.at(-1) ?? 1, visitors + more, aims.more, last);
	console.log(`${signedIn} of the visitors signed in, all in one hour:`);
	console.table(rows);
	console.log(
		`calls at ${sizes.at(-1)} processes at most ${aims.processes} × those of ${sizes[0]}, with ${more} more visitors at most ${aims.more} ×, no response of 400 or more: ${isMet ? 'met' : 'MISSED'}`,
	);
}

const faultRows: Record<string, string | number>[] = [];
const mistakes: string[] = [];
for (const [kind, launch] of faultSeconds > 0 ? Object.entries(kindsOfRedis) : []) {
	const redis = await launch();
	try {
		const report = await runFaults({
			processes: 4,
			rounds: Math.ceil(faultSeconds / 10),
			killed: 2,
			people: 20,
			redis,
		});
		mistakes.push(...report.mistakes.map((mistake) => `${kind}: ${mistake}`));
		faultRows.push({ Redis: kind, ...report, mistakes: report.mistakes.length });
		console.table(faultRows.slice(-1));
	} finally {
		await redis.stop();
	}
}
if (faultRows.length > 0) {
	console.log(
		'four processes, two of them killed every ten seconds, Redis failing over once, then all replaced:',
	);
	console.table(faultRows);
	for (const mistake of mistakes) console.log(mistake);
	console.log(
		`no write and no session lost, no refresh made twice, no other failure: ${mistakes.length === 0 ? 'met' : 'MISSED'}`,
	);
}
await rm(folder, { recursive: true });
process.exit(isMet && mistakes.length === 0 ? 0 : 1);
