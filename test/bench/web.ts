/** Benchmarks of the web app on a simulated phone: pages with Lighthouse, and taps. */
import { startDaybill } from '../e2e/daybill.ts';
import { beginWith } from '../e2e/person.ts';
import { report } from './report.ts';
import { measurePages } from './web/pages.ts';
import { measureTaps } from './web/taps.ts';

/** @param runs number of runs, of which the median is reported @returns whether the aims were met */
export async function run({ runs }: { runs: number }): Promise<boolean> {
	const daybill = await startDaybill();
	try {
		beginWith(daybill);
		const pages = report('web-pages', await measurePages(daybill.url, runs));
		return report('web-taps', await measureTaps(daybill.url, runs)) && pages;
	} finally {
		await daybill.stop();
	}
}
