/**
 * `node test/bench/rendering.ts`: what a rendered page costs, beside what it would cost to take it from Redis. Prints
 * medians of requests for events whose data is cached: rendered anew, and kept in memory; and of decompressing a copy of the
 * HTML, to which a round trip to Redis would be added.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { apiPrefix } from '../../src/contract/paths.ts';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { startChild } from '../child.ts';
import { freePort } from '../free-port.ts';

const median = (numbers: readonly number[]) =>
	[...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const daybill = await startChild('test/bench/daybill-process.ts', { port: await freePort() });
try {
	const list = operationPath('listEvents', { loc: '108288', day_type: 'future', count: 100 });
	const { events } = (await (
		await fetch(`${daybill.origin}${apiPrefix}${list}`, { headers: { [csrfHeader]: '1' } })
	).json()) as WireEventList;
	/** Milliseconds of a request for an event's page, and its HTML. */
	const open = async (id: string, language: string) => {
		const startedAt = performance.now();
		const response = await fetch(`${daybill.origin}/events/${id}`, {
			headers: { 'accept-language': language },
		});
		const html = await response.text();
		return { html, milliseconds: performance.now() - startedAt };
	};
	const [anew, kept, unpacked]: number[][] = [[], [], []];
	let bytes = 0;
	for (const { id } of events) {
		// Fetches the event and what belongs to it. The same page in another language is rendered anew.
		await open(id, 'en');
		anew?.push((await open(id, 'zh-Hans')).milliseconds);
		const { html, milliseconds } = await open(id, 'zh-Hans');
		kept?.push(milliseconds);
		const copy = zstdCompressSync(html);
		const startedAt = performance.now();
		zstdDecompressSync(copy);
		unpacked?.push(performance.now() - startedAt);
		bytes += copy.length / events.length;
	}
	console.table({
		'rendered anew, ms': median(anew ?? []).toFixed(2),
		'kept in memory, ms': median(kept ?? []).toFixed(2),
		'decompressing a copy, ms': median(unpacked ?? []).toFixed(2),
		'compressed copy, KB': (bytes / 1_024).toFixed(1),
	});
} finally {
	await daybill.stop();
}
