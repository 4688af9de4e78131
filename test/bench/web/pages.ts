/**
 * Lighthouse's mobile simulation on list, event, city front and cities, each in turns with the bare page; again with a CPU
 * that is twice as slow (its own four times, and two); and the list on a repeat visit.
 */
import lighthouse, { type Flags } from 'lighthouse';
import { freePort } from '../../free-port.ts';
import { judged } from '../aims.ts';
import { median } from '../measure.ts';
import type { Row } from '../report.ts';
import { launch } from './browser.ts';
import { readMainThread, type TraceEvent } from './main-tasks.ts';

const scores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const audits = {
	fcp: 'first-contentful-paint',
	lcp: 'largest-contentful-paint',
	cls: 'cumulative-layout-shift',
	tbt: 'total-blocking-time',
	/** All that the main thread does while the page loads. */
	work: 'mainthread-work-breakdown',
} as const;
type Figure = keyof typeof scores | keyof typeof audits | 'tbtCpu';
/** Medians: times in milliseconds, scores of 100. */
type Page = Record<Figure, number>;

/** Milliseconds beyond which a task blocks. */
const blocking = 50;

/**
 * Total blocking time by the time of the processor: what Lighthouse has is by the clock, on which a busy machine counts too.
 *
 * @param slowdown how much slower than this machine's CPU the simulated one is
 */
function blockingCpu(events: readonly TraceEvent[], slowdown: number): number {
	const { tasks, firstPaint } = readMainThread(events);
	if (firstPaint === undefined) return Number.NaN;
	return tasks
		.filter(({ start }) => start >= firstPaint)
		.reduce((sum, { cpu }) => sum + Math.max(0, cpu * slowdown - blocking), 0);
}

/** @param tries Lighthouse sometimes sees no paint at all, which says nothing of the page */
async function runOnce(url: string, flags: Flags, tries = 3): Promise<Page> {
	const { lhr, artifacts } = (await lighthouse(url, flags)) ?? {};
	if (tries > 1 && lhr?.audits[audits.lcp]?.numericValue === undefined) return runOnce(url, flags, tries - 1);
	const read = (names: object, value: (name: string) => number) =>
		Object.entries(names).map(([figure, name]) => [figure, value(typeof name === 'string' ? name : figure)]);
	// Not all of it is typed.
	const { Trace } = (artifacts ?? {}) as { Trace?: { traceEvents: TraceEvent[] } };
	const slowdown = flags.throttling?.cpuSlowdownMultiplier ?? 4;
	return Object.fromEntries([
		['tbtCpu', Trace === undefined ? Number.NaN : blockingCpu(Trace.traceEvents, slowdown)],
		...read(scores, (name) => (lhr?.categories[name]?.score ?? 0) * 100),
		...read(audits, (name) => lhr?.audits[name]?.numericValue ?? Number.NaN),
	]) as Page;
}

const mediansOf = (all: readonly Page[]): Page =>
	Object.fromEntries(
		Object.keys(all[0] ?? {}).map((figure) => [figure, median(all.map((each) => each[figure as Figure]))]),
	) as Page;

/** Runs it on the pages in turns, so that a slow minute of the machine affects all alike. */
async function inTurns<Name extends string>(
	urls: Readonly<Record<Name, string>>,
	runs: number,
	flags: Flags = {},
): Promise<Record<Name, Page>> {
	const port = await freePort();
	const browser = await launch([`--remote-debugging-port=${port}`]);
	const names = Object.keys(urls) as Name[];
	const all = new Map<Name, Page[]>(names.map((name) => [name, []]));
	try {
		for (let run = 0; run < runs; run++)
			for (const name of names)
				all
					.get(name)
					?.push(await runOnce(urls[name], { port, output: 'json', logLevel: 'silent', ...flags }));
	} finally {
		await browser.close();
	}
	return Object.fromEntries([...all].map(([name, each]) => [name, mediansOf(each)])) as Record<Name, Page>;
}

/** @param bare URL of the bare page @param runs of each page, of which the median counts */
export async function measurePages(origin: string, bare: string, runs: number): Promise<Row[]> {
	const urls = {
		bare,
		list: `${origin}/cities/beijing?day_type=weekend`,
		event: `${origin}/events/10000002`,
		'city front': `${origin}/cities/beijing`,
		cities: `${origin}/cities`,
	};
	for (const url of Object.values(urls)) await fetch(url);
	const { bare: besides, ...pages } = await inTurns(urls, runs);
	const { bare: slowBesides, ...slowPages } = await inTurns(urls, runs, {
		onlyCategories: ['performance'],
		throttling: { cpuSlowdownMultiplier: 8 },
	});
	const again = await inTurns({ list: urls.list }, runs + 1, { disableStorageReset: true });
	const rows: Row[] = [
		{ what: 'bare page: LCP', value: besides.lcp / 1000, unit: 's' },
		{ what: 'bare page: TBT', value: besides.tbt, unit: 'ms' },
		{ what: 'bare page: work of the processor', value: besides.work, unit: 'ms' },
		{ what: 'list, repeat visit: LCP', value: again.list.lcp / 1000, unit: 's' },
	];
	for (const [name, page] of Object.entries(pages)) {
		const slow = slowPages[name as keyof typeof pages];
		rows.push(
			...Object.entries(scores).map(
				([score, least]): Row => ({
					what: `${name}: ${score}`,
					value: page[score as keyof typeof scores],
					unit: 'of 100',
					aim: `at least ${least}`,
					met: page[score as keyof typeof scores] >= least,
				}),
			),
			{ what: `${name}: CLS`, value: page.cls, unit: '', aim: '0', met: page.cls < 0.005 },
			judged('lcp', page.lcp / 1000, name),
			judged('lcpRatio', page.lcp / besides.lcp, name),
			judged('fcp', page.fcp / 1000, name),
			judged('tbt', page.tbt - besides.tbt, name),
			judged('tbtSlow', slow.tbt - slowBesides.tbt, name),
			judged('tbtCpu', page.tbtCpu - besides.tbtCpu, name),
			judged('tbtCpuSlow', slow.tbtCpu - slowBesides.tbtCpu, name),
			judged('work', page.work / besides.work, name),
			judged('workSlow', slow.work / slowBesides.work, name),
		);
	}
	return rows;
}
