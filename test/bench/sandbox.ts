/**
 * The sandbox with ten thousand and with a million events, compared with a bare Fastify route of the same bytes:
 * one event, a city's list with filters, and joining. `--events` and `--relations` change the larger size.
 */
import { copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TokenResponse, WireEventList } from '../../src/contract/spec/resources.ts';
import { startChild } from '../child.ts';
import { judged } from './aims.ts';
import { type Load, loadInTurns, type Measured } from './measure.ts';
import { type Row, report } from './report.ts';
import { seeded } from './seeded.ts';

const listPath = '/v2/event/list?loc=108288&day_type=week&type=music';

interface Side {
	events: number;
	origin: string;
	loads: Record<'event' | 'list' | 'join', Load>;
	/** Resets the hourly counters, which a load would use up. */
	nextHour(): Promise<unknown>;
}

async function startSide(
	events: number,
	file: string,
	folder: string,
	seconds: number,
	stack: AsyncDisposableStack,
): Promise<Side> {
	// A copy, because joining changes it, and each run should start from the same data.
	const copy = path.join(folder, `${events}.sqlite`);
	await copyFile(file, copy);
	const { origin } = stack.use(
		await startChild('test/sandbox/sandbox-process.ts', {
			port: 0,
			database: copy,
			redirectUri: 'http://localhost:3000/callback',
		}),
	);
	const control = async (method: string, controlPath: string, body: object) =>
		(
			await fetch(`${origin}/_sandbox${controlPath}`, {
				method,
				headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
				body: JSON.stringify(body),
			})
		).json();
	await control('PATCH', '/apps/daybill-demo', { level: 'L3' });
	const users = Array.from({ length: 40 }, (_, index) => String(1001 + index));
	const tokens = await Promise.all(
		users.map((user_id) =>
			control('POST', '/tokens', { client_id: 'daybill-demo', user_id }).then(
				(each) => each as TokenResponse,
			),
		),
	);
	// The events that run longest are last. They are not over when the clock has moved by some hours for every second of load.
	const running = '/v2/event/list?loc=108288&day_type=today&type=exhibition';
	const read = async (query: string) =>
		(await (await fetch(`${origin}${running}${query}`)).json()) as WireEventList;
	const { total } = await read('&count=1');
	const { events: open } = await read(`&start=${Math.max(0, total - 20)}&count=20`);
	return {
		events,
		origin,
		nextHour: () => control('POST', '/clock', { advance_seconds: 3_600 }),
		loads: {
			event: { url: `${origin}/v2/event/${open[0]?.id}`, seconds },
			list: { url: `${origin}${listPath}`, seconds },
			join: {
				url: origin,
				seconds,
				requests: tokens.map(({ access_token }, index) => ({
					method: 'POST',
					path: `/v2/event/${open[index % open.length]?.id}/participants`,
					headers: { authorization: `Bearer ${access_token}` },
				})),
			},
		},
	};
}

export interface SandboxBenchOptions {
	/** Length of each measurement. */
	seconds?: number;
	events?: number;
	relations?: number;
}

/** @returns whether the aims were met */
export async function run({
	seconds = 5,
	events = 1_000_000,
	relations = 5_000_000,
}: SandboxBenchOptions = {}): Promise<boolean> {
	const files = { small: await seeded(10_000, 50_000), large: await seeded(events, relations) };
	await using stack = new AsyncDisposableStack();
	const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'daybill-bench-'))).path;
	const small = await startSide(10_000, files.small, folder, seconds, stack);
	const large = await startSide(events, files.large, folder, seconds, stack);
	// A fast machine makes the 20,000 calls that an address has in an hour within half a second.
	const hours = setInterval(() => {
		void small.nextHour();
		void large.nextHour();
	}, 300);
	stack.defer(() => clearInterval(hours));
	const rows: Row[] = [];
	for (const what of ['event', 'list', 'join'] as const) {
		const sample = await fetch(what === 'join' ? `${small.origin}/healthz` : small.loads[what].url);
		const body = what === 'join' ? '{}' : await sample.text();
		const bareChild = stack.use(await startChild('test/bench/baseline-server.ts', { body }));
		const bareUrl = (load: Load) => load.url.replace(small.origin, bareChild.origin);
		const figures: Record<'bare' | 'small' | 'large', Measured> = await loadInTurns({
			bare: { ...small.loads[what], url: bareUrl(small.loads[what]) },
			small: small.loads[what],
			large: large.loads[what],
		});
		const label = 'bare Fastify';
		const ratio = (side: 'small' | 'large') => figures[side].rate / figures.bare.rate;
		const growth = figures.large.p99 / figures.small.p99;
		rows.push(
			{
				what: `${what}: bare route, the sandbox’s bytes`,
				value: figures.bare.rate,
				unit: 'requests/s',
				p99: figures.bare.p99,
			},
			{
				what: `${what}: 10,000 events`,
				value: figures.small.rate,
				unit: 'requests/s',
				p99: figures.small.p99,
				baseline: label,
				ratio: ratio('small'),
			},
			{
				what: `${what}: ${events.toLocaleString('en')} events`,
				value: figures.large.rate,
				unit: 'requests/s',
				p99: figures.large.p99,
				baseline: label,
				ratio: ratio('large'),
			},
			events === 1_000_000
				? judged('growth', growth, what)
				: {
						what: `${what}: p99 at ${events.toLocaleString('en')} events beside 10,000`,
						value: growth,
						unit: '×',
					},
			...(what === 'join' ? [judged('join', ratio('small'))] : []),
		);
	}
	return await report('sandbox', rows);
}
