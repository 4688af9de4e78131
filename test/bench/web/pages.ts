/** Lighthouse's mobile simulation on list, event, city front and cities. */
import lighthouse from 'lighthouse';
import { freePort } from '../../free-port.ts';
import { judged } from '../aims.ts';
import { median, type Row } from '../report.ts';
import { launch } from './browser.ts';

const scores = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const audits = {
	lcp: 'largest-contentful-paint',
	cls: 'cumulative-layout-shift',
	tbt: 'total-blocking-time',
} as const;
type Measured = keyof typeof scores | keyof typeof audits;
/** Times in milliseconds, scores of 100. */
type Page = Record<Measured, number>;

/** @param tries Lighthouse sometimes sees no paint at all, which says nothing of the page */
async function runOnce(url: string, port: number, tries = 3): Promise<Page> {
	const { lhr } = (await lighthouse(url, { port, output: 'json', logLevel: 'silent' })) ?? {};
	if (tries > 1 && lhr?.audits[audits.lcp]?.numericValue === undefined) return runOnce(url, port, tries - 1);
	return Object.fromEntries([
		...Object.keys(scores).map((name) => [name, (lhr?.categories[name]?.score ?? 0) * 100]),
		...Object.entries(audits).map(([name, audit]) => [name, lhr?.audits[audit]?.numericValue ?? Number.NaN]),
	]) as Page;
}

/** @param runs of each page, of which the median counts */
export async function measurePages(origin: string, runs: number): Promise<Row[]> {
	const urls = {
		list: `${origin}/cities/beijing?day_type=weekend`,
		event: `${origin}/events/10000002`,
		'city front': `${origin}/cities/beijing`,
		cities: `${origin}/cities`,
	};
	const port = await freePort();
	const browser = await launch([`--remote-debugging-port=${port}`]);
	const all = new Map<string, Page[]>();
	try {
		for (const [name, url] of Object.entries(urls)) {
			await fetch(url);
			all.set(name, []);
		}
		// The pages alternate, so that a slow minute of the machine affects all alike.
		for (let run = 0; run < runs; run++)
			for (const [name, url] of Object.entries(urls)) all.get(name)?.push(await runOnce(url, port));
	} finally {
		await browser.close();
	}
	return [...all].flatMap(([name, pages]) => {
		const of = (measured: Measured) => median(pages.map((page) => page[measured]));
		const scoreRows = Object.entries(scores).map(([score, least]): Row => {
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
			judged('lcp', of('lcp') / 1000, name),
			judged('tbt', of('tbt'), name),
			// Two decimals, as the browsers report it.
			judged('cls', Math.round(of('cls') * 100) / 100, name),
		];
	});
}
