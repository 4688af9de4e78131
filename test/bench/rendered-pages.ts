/**
 * Pages that the BFF renders: one that it keeps beside a bare route that sends the same bytes, and the CPU time of one whose
 * data is cached and that is rendered anew.
 */
import { readFile } from 'node:fs/promises';
import { dayTypes, listedTypes } from '../../src/contract/spec/filters.ts';
import { type Child, startChild } from '../child.ts';
import { judged } from './aims.ts';
import { loadInTurns } from './measure.ts';
import type { Row } from './report.ts';

/** Milliseconds of CPU that a process has used; the kernel counts them in hundredths of a second. */
async function cpuOf(pid: number | undefined): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The name of the program, in brackets, can have spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

const kinds = ['list', 'event'] as const;
type Kind = (typeof kinds)[number];

/**
 * @param bff in a process of its own, so that only its CPU time is counted
 * @param events ids of public events of Beijing
 * @param seconds the length of each measurement
 * @param start starts a server that is stopped at the end
 */
export async function measureRenderedPages(
	bff: Child,
	events: readonly string[],
	seconds: number,
	start: (child: Promise<Child>) => Promise<string>,
): Promise<Row[]> {
	const paths: Record<Kind, string[]> = {
		list: dayTypes.flatMap((day) =>
			listedTypes.map((type) => `/cities/beijing?day_type=${day}&type=${type}`),
		),
		event: events.map((id) => `/events/${id}`),
	};
	const open = async (path: string, language: string) => {
		const response = await fetch(bff.origin + path, { headers: { 'accept-language': language } });
		if (!response.ok) throw new Error(`${path}: ${response.status}`);
		return response.text();
	};
	const rows: Row[] = [];
	for (const kind of kinds) {
		// Their data is cached then. In another language each is rendered anew.
		for (const path of paths[kind]) await open(path, 'en');
		await open(paths[kind][0] ?? '/', 'de');
		const before = await cpuOf(bff.pid);
		for (const path of paths[kind]) await open(path, 'fr');
		rows.push(judged('pageCold', ((await cpuOf(bff.pid)) - before) / paths[kind].length, kind));
		const url = bff.origin + (paths[kind][0] ?? '/');
		const body = await (await fetch(url)).text();
		const bare = await start(startChild('test/bench/baseline-server.ts', { body }));
		const { string, page } = await loadInTurns({ string: { url: bare, seconds }, page: { url, seconds } });
		rows.push(
			{ what: `${kind}: bare route, same bytes`, value: string.rate, unit: 'requests/s', p99: string.p99 },
			{ what: `${kind}: page that is kept`, value: page.rate, unit: 'requests/s', p99: page.p99 },
			judged('pageWarm', page.rate / string.rate, kind),
		);
	}
	return rows;
}
