/**
 * The web app on a phone, in the browser: pages by Lighthouse beside the bare page, presses, navigation, memory, scrolling, and
 * map and calendar of a large city.
 * `--only` and a name runs one of these.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { type Row, report } from './report.ts';
import { seeded } from './seeded.ts';
import { startBarePage } from './web/bare-page.ts';
import { measureMapAndCalendar } from './web/map-and-calendar.ts';
import { measureMemory } from './web/memory.ts';
import { measureNavigation } from './web/navigation.ts';
import { measurePages } from './web/pages.ts';
import { measurePresses } from './web/presses.ts';
import { measureScrolling } from './web/scrolling.ts';

/** Measures something in front of a sandbox whose largest city has more than 5,000 events. */
async function withManyEvents(measure: (origin: string) => Promise<Row[]>): Promise<Row[]> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-web-'));
	const database = path.join(folder, 'sandbox.sqlite');
	await copyFile(await seeded(60_000, 20_000), database);
	const daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort(), database });
	try {
		return await measure(daybill.origin.replace('127.0.0.1', 'localhost'));
	} finally {
		await daybill.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

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
		scrolling: () => withManyEvents(measureScrolling),
		'map-and-calendar': () => withManyEvents((many) => measureMapAndCalendar(many, runs)),
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
