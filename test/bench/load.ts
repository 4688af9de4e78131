/**
 * The traffic of 500 browsers at the BFF: pages, lists, events, pictures and files, for `--seconds` (defaults to 300),
 * on loopback. Throughput, percentiles, errors, and whether memory stays flat.
 */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { report } from './report.ts';

const browsers = 500;

/** Resident memory of a process in megabytes. */
const memoryOf = (pid: number | undefined) =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** @returns whether the aims were met */
export async function run({ seconds = 300 }: { seconds?: number } = {}): Promise<boolean> {
	const daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort() });
	try {
		const { origin, pid } = daybill;
		const headers = { [csrfHeader]: '1', 'accept-encoding': 'br' };
		const paths = [
			'/cities/beijing',
			'/cities/beijing?day_type=today',
			'/api/v2/event/list?loc=108288&day_type=today&start=0&count=20',
			'/api/v2/event/list?loc=108288&day_type=weekend&type=music&start=0&count=20',
			'/api/v2/event/list?loc=108296&day_type=week&start=0&count=20',
			'/events/10000002',
			'/api/v2/event/10000002',
			'/api/v2/event/10000005',
			'/auth/session',
			'/cities',
			'/icon.svg',
		];
		const requests = paths.map((path) => ({ method: 'GET' as const, path, headers }));
		const load = (duration: number) =>
			autocannon({ url: origin, connections: browsers, duration, requests, timeout: 20 });
		await load(Math.min(20, seconds));
		const before = memoryOf(pid);
		const result = await load(seconds);
		const growth = memoryOf(pid) / before;
		const errors = result.errors + result.non2xx + result.timeouts;
		return await report('load', [
			{
				what: `${browsers} browsers for ${seconds} s`,
				value: result.requests.average,
				unit: 'requests/s',
				p99: result.latency.p99,
			},
			{ what: 'median', value: result.latency.p50, unit: 'ms' },
			{ what: 'p99.9', value: result.latency.p99_9, unit: 'ms' },
			{ what: 'errors', value: errors, unit: '', aim: '0', met: errors === 0 },
			{
				what: 'memory at the end beside the beginning',
				value: growth,
				unit: '×',
				aim: 'at most 1.2',
				met: growth <= 1.2,
			},
		]);
	} finally {
		await daybill.stop();
	}
}
