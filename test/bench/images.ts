/** The picture proxy: a picture that it keeps beside `@fastify/static` of the same bytes, and pictures that are new to it. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageUrl } from '../../src/contract/bff-api/pictures.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { apiPrefix } from '../../src/contract/paths.ts';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { type Child, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { judged } from './aims.ts';
import { loadInTurns, median } from './measure.ts';
import { report } from './report.ts';

async function fetchBytes(url: string): Promise<Buffer> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url}: ${response.status}`);
	return Buffer.from(await response.arrayBuffer());
}

/** @param seconds the length of each measurement @returns whether the aims were met */
export async function run({ seconds = 5 }: { seconds?: number } = {}): Promise<boolean> {
	await using stack = new AsyncDisposableStack();
	const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'daybill-bench-'))).path;
	const start = async (child: Promise<Child>) => stack.use(await child).origin;
	const daybill = await start(startChild('test/bench/daybill-process.ts', { port: await freePort() }));
	const list = operationPath('listEvents', { loc: '108288', day_type: 'future', count: 60 });
	const { events } = (await (
		await fetch(daybill + apiPrefix + list, { headers: { [csrfHeader]: '1' } })
	).json()) as WireEventList;
	const posters = events.map(({ image }) => image).filter((image) => image !== '');
	const cold: number[] = [];
	for (const poster of posters) {
		// The sandbox draws it now, which is not the proxy's work.
		await fetchBytes(poster);
		const startedAt = performance.now();
		await fetchBytes(daybill + imageUrl(poster, 320));
		cold.push(performance.now() - startedAt);
	}
	const kept = imageUrl(posters[0] ?? '', 320);
	const bytes = await fetchBytes(daybill + kept);
	await writeFile(path.join(folder, 'picture.webp'), bytes);
	const files = await start(startChild('test/bench/baseline-server.ts', { folder }));
	const figures = await loadInTurns({
		static: { url: `${files}/picture.webp`, seconds },
		kept: { url: daybill + kept, seconds },
	});
	const sorted = cold.toSorted((a, b) => a - b);
	return await report('images', [
		{ what: `@fastify/static, ${bytes.length} bytes`, value: figures.static.rate, unit: 'requests/s' },
		{
			what: 'picture that is kept',
			value: figures.kept.rate,
			unit: 'requests/s',
			p99: figures.kept.p99,
		},
		judged('pictureWarm', figures.kept.rate / figures.static.rate),
		judged('pictureCold', median(cold)),
		{
			what: 'picture of 320 px, new: 90th percentile',
			value: sorted[Math.floor(sorted.length * 0.9)] ?? Number.NaN,
			unit: 'ms',
		},
	]);
}
