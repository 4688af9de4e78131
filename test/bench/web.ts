/**
 * The web app on a phone, in the browser: pages by Lighthouse beside a bare page, taps, navigation and memory. `--only` and a
 * name runs one of these.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { report } from './report.ts';
import { startBarePage } from './web/bare-page.ts';
import { measureMemory } from './web/memory.ts';
import { measureNavigation } from './web/navigation.ts';
import { measurePages } from './web/pages.ts';
import { measurePresses } from './web/presses.ts';

/** @param runs of which the median counts @param only one of the parts @returns whether the aims were met */
export async function run({ runs = 5, only }: { runs?: number; only?: string } = {}): Promise<boolean> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-web-'));
	const daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort() });
	const origin = daybill.origin.replace('127.0.0.1', 'localhost');
	const bare = await startBarePage(folder);
	const parts = {
		pages: () => measurePages(origin, bare.url, runs),
		presses: () => measurePresses(origin, runs),
		navigation: () => measureNavigation(origin, runs),
		memory: () => measureMemory(origin),
	};
	let met = true;
	try {
		for (const [name, measure] of Object.entries(parts)) {
			if (only !== undefined && only !== name) continue;
			// Each has a file of its own, so that one can be measured again alone.
			met = (await report(`web-${name}`, await measure())) && met;
		}
		return met;
	} finally {
		await bare.stop();
		await daybill.stop();
		await rm(folder, { recursive: true, force: true });
	}
}
