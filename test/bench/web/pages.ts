/** Lighthouse's mobile simulation of public pages, beside a bare React page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import compress from '@fastify/compress';
import serveFiles from '@fastify/static';
import fastify from 'fastify';
import lighthouse from 'lighthouse';
import { build } from 'vite';
import { freePort } from '../../free-port.ts';
import { judged, median, type Row } from '../report.ts';
import { launch } from './browser.ts';

const scores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const audits = {
	lcp: 'largest-contentful-paint',
	cls: 'cumulative-layout-shift',
	tbt: 'total-blocking-time',
} as const;
type Measured = keyof typeof scores | keyof typeof audits | 'tbtCpu';
/** Times in milliseconds, scores out of 100. */
type Page = Record<Measured, number>;

/** Times in microseconds; `tdur` is CPU time. */
interface TraceEvent {
	name: string;
	pid: number;
	tid: number;
	ts: number;
	tdur?: number;
}

const bare = 'a bare React page';

/** Lighthouse's CPU throttling, and the task length in milliseconds above which TBT counts. */
const slowdown = 4;
const unblockedMs = 50;

/** TBT from CPU time: on two shared cores, Lighthouse's own value mostly measures other processes. */
function blockingCpuMs(events: readonly TraceEvent[]): number {
	const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
	return events
		.filter(
			({ name, pid, tid, ts }) =>
				name === 'RunTask' && pid === paint?.pid && tid === paint.tid && ts > paint.ts,
		)
		.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - unblockedMs), 0);
}

/** @param tries attempts, since Lighthouse sometimes misses the first paint */
async function runOnce(url: string, port: number, tries = 3): Promise<Page> {
	const { lhr, artifacts } = (await lighthouse(url, { port, output: 'json', logLevel: 'silent' })) ?? {};
	if (tries > 1 && lhr?.audits[audits.lcp]?.numericValue === undefined) return runOnce(url, port, tries - 1);
	// Lighthouse has no type for the trace.
	const { Trace } = artifacts as unknown as { Trace: { traceEvents: TraceEvent[] } };
	return Object.fromEntries([
		['tbtCpu', blockingCpuMs(Trace.traceEvents)],
		...Object.keys(scores).map((name) => [name, (lhr?.categories[name]?.score ?? 0) * 100]),
		...Object.entries(audits).map(([name, audit]) => [name, lhr?.audits[audit]?.numericValue ?? Number.NaN]),
	]) as Page;
}

/** Serves a page of the same packages without Daybill, rendered in the browser. @returns its URL */
async function startBarePage(stack: AsyncDisposableStack): Promise<string> {
	const outDir = await mkdtemp(path.join(tmpdir(), 'daybill-bare-'));
	stack.defer(() => rm(outDir, { recursive: true, force: true }));
	const root = path.join(import.meta.dirname, 'bare');
	await build({ root, configFile: false, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
	const server = fastify();
	await server.register(compress);
	await server.register(serveFiles, { root: outDir });
	server.get('/list.json', async () =>
		Array.from({ length: 20 }, (_, id) => ({ id, title: `Event ${id} with a title of usual length` })),
	);
	stack.defer(() => server.close());
	return server.listen({ port: 0, host: '127.0.0.1' });
}

/** @param runs number of runs per page, of which the median is reported */
export async function measurePages(origin: string, runs: number): Promise<Row[]> {
	await using stack = new AsyncDisposableStack();
	const urls = {
		[bare]: await startBarePage(stack),
		list: `${origin}/cities/beijing?day_type=weekend`,
		event: `${origin}/events/10000002`,
		'city front': `${origin}/cities/beijing`,
		cities: `${origin}/cities`,
		search: `${origin}/cities/beijing/search`,
	};
	const port = await freePort();
	const browser = await launch([`--remote-debugging-port=${port}`]);
	stack.defer(() => browser.close());
	const all = new Map<string, Page[]>();
	for (const [name, url] of Object.entries(urls)) {
		await fetch(url);
		all.set(name, []);
	}
	// The pages alternate, so that a slow minute of the machine affects all of them.
	for (let run = 0; run < runs; run++)
		for (const [name, url] of Object.entries(urls)) all.get(name)?.push(await runOnce(url, port));
	const medianOf = (name: string, measured: Measured) =>
		median((all.get(name) ?? []).map((page) => page[measured]));
	const bareLcp = medianOf(bare, 'lcp');
	const bareRow = { what: `LCP, mobile simulation: ${bare}`, value: bareLcp / 1000, unit: 's' };
	all.delete(bare);
	const rows = [...all.keys()].flatMap((name) => {
		const of = (measured: Measured) => medianOf(name, measured);
		// Search engines should list events, not searches.
		const judgedScores = Object.entries(scores).filter(([score]) => score !== 'seo' || name !== 'search');
		const scoreRows = judgedScores.map(([score, least]): Row => {
			const value = of(score as keyof typeof scores);
			return {
				what: `${name}: ${score}`,
				value,
				unit: 'of 100',
				aim: `at least ${least}`,
				met: value >= least,
			};
		});
		return [
			...scoreRows,
			{
				...judged('lcp', of('lcp') / 1000, name),
				baseline: bare,
				ratio: of('lcp') / bareLcp,
			},
			judged('tbtCpu', of('tbtCpu'), name),
			{ what: `TBT, by the clock: ${name}`, value: of('tbt'), unit: 'ms' },
			// Two decimals, so that imperceptible shifts count as zero.
			judged('cls', Math.round(of('cls') * 100) / 100, name),
		];
	});
	return [bareRow, ...rows];
}
