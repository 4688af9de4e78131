/** The web app on a phone, in the browser: pages by Lighthouse, and taps. */

import { freePort } from '../free-port.ts';
import { startChild } from '../program.ts';
import { report } from './report.ts';
import { measurePages } from './web/pages.ts';
import { measureTaps } from './web/taps.ts';

/** @param runs of which the median counts @returns whether the aims were met */
export async function run({ runs }: { runs: number }): Promise<boolean> {
	await using daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort() });
	const origin = daybill.origin.replace('127.0.0.1', 'localhost');
	const pages = await report('web-pages', await measurePages(origin, runs));
	return (await report('web-taps', await measureTaps(origin, runs))) && pages;
}
