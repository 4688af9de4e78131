/** The search over a city with 5,000 events: time per query, memory of the index, recall on the list of queries. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCityIndex } from '../../src/bff/search/city-index.ts';
import { isPublic } from '../../src/contract/event/event.ts';
import { readEventList } from '../../src/contract/event/lists.ts';
import type { WallClock } from '../../src/contract/event/wall-clock.ts';
import { makeEvents } from '../../src/sandbox/data/seed.ts';
import { queries } from '../bff/search/queries.ts';
import { average, measureRecall } from '../bff/search/recall.ts';
import { report } from './report.ts';

const size = 5_000;
const rounds = 20;

/** Collects garbage: without it, a figure of memory includes what is about to be freed. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** @returns whether the aims were met */
export async function run(): Promise<boolean> {
	const source = makeEvents(7, '2026-11-21 08:00:00' as WallClock, ['1001', '1002', '1003']);
	const elements = source
		.filter(({ is_priv }) => !is_priv)
		.take(size)
		.map(({ owner_id, is_priv: _, ...event }) => ({
			...event,
			owner: { id: owner_id, name: `Person ${owner_id}` },
		}));
	const events = readEventList({ events: elements.toArray() }).items.filter(isPublic);
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const index = createCityIndex();
	const startedAt = performance.now();
	index.add(events);
	const buildSeconds = (performance.now() - startedAt) / 1000;
	collectGarbage();
	const megabytes = (process.memoryUsage().heapUsed - before) / 1024 / 1024;

	const times: number[] = [];
	for (let round = 0; round < rounds; round++)
		for (const { q } of queries) {
			const from = performance.now();
			await index.search(q, {}, { start: 0, count: 60 });
			times.push(performance.now() - from);
		}
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
	const scan: number[] = [];
	for (const { fits } of queries) {
		const from = performance.now();
		events.filter((event) => fits.test(`${event.title} ${event.address} ${event.content}`));
		scan.push(performance.now() - from);
	}
	const results = await measureRecall(index, events);
	const recall = average(results.map((each) => each.recall));
	return report('search', [
		{ what: `index of ${size} events, building`, value: buildSeconds, unit: 's' },
		{ what: 'index, memory', value: megabytes, unit: 'MB', aim: 'at most 64', met: megabytes <= 64 },
		{
			what: 'query, median',
			value: at(0.5),
			unit: 'ms',
			p99: at(0.99),
			baseline: 'a scan by regular expression',
			ratio: at(0.5) / average(scan),
		},
		{
			what: `recall over ${queries.length} queries`,
			value: recall,
			unit: '',
			aim: 'at least 0.95',
			met: recall >= 0.95,
		},
		{ what: 'precision of the first 20', value: average(results.map((each) => each.precision)), unit: '' },
	]);
}
