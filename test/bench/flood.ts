/** How long visitors wait while another one sends requests back to back over 250 connections. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import { dayTypes, eventTypes } from '../../src/contract/spec/filters.ts';
import { publicUrl } from '../bff/settings-for.ts';
import { startBuiltBff } from './built-bff.ts';
import { judged, report } from './report.ts';

const connections = 250;
const flooder = '127.0.1.1';
const floodMs = 4_000;

const { host } = new URL(publicUrl);
const html = 'accept: text/html';
const long = `accept-language: ${Array.from({ length: 7_000 }, (_, index) => 'abcdefgh'[index % 8]).join()}`;
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length];
const words = ['concert', 'musci', '音乐', 'yoga', 'chaoyang', 'film', '朝阳区', 'ma'];

interface Shape {
	target(index: number): string;
	headers?: readonly string[];
	host?: string;
}
const shapes: Readonly<Record<string, Shape>> = {
	lists: {
		target: (index) =>
			`/cities/beijing?day_type=${pick(dayTypes, index)}&type=${pick(eventTypes, index >> 2)}&start=${20 * (index % 20)}`,
		headers: [html],
	},
	events: { target: (index) => `/events/${10_000_000 + (index % 2_000)}`, headers: [html] },
	searches: {
		target: (index) =>
			`/search/cities/beijing?q=${encodeURIComponent(`${pick(words, index)} ${pick(words, index >> 3)}`)}`,
		headers: [`${csrfHeader}: 1`],
	},
	'pages that do not exist, with long headers': { target: (index) => `/x${index}`, headers: [html, long] },
	'unsigned images, with long headers': { target: () => '/images/320?src=x&sig=y', headers: [html, long] },
	'another host name, with long headers': {
		target: () => '/cities',
		headers: [html, long],
		host: 'other.example',
	},
	'metrics without the token, with long headers': { target: () => '/metrics', headers: [html, long] },
	'health checks': { target: () => '/healthz' },
};

/** Sends a request per connection, the next when the response begins. @returns a function that stops it */
function flood(port: number, { target, headers = [], host: name = host }: Shape): () => void {
	let [sent, isOver] = [0, false];
	const open = () => {
		if (isOver) return;
		const socket = connect({ port, host: '127.0.0.1', localAddress: flooder });
		const send = () => {
			if (isOver) return socket.destroy();
			socket.write(`GET ${target(sent++)} HTTP/1.1\r\n${[`host: ${name}`, ...headers].join('\r\n')}\r\n\r\n`);
		};
		socket.on('connect', send);
		socket.on('data', (data) => {
			if (data.toString('latin1', 0, 9) === 'HTTP/1.1 ') send();
		});
		socket.on('error', () => undefined);
		socket.on('close', () => setTimeout(open, 100));
	};
	for (let count = 0; count < connections; count++) open();
	return () => {
		isOver = true;
	};
}

function startVisitor(origin: string) {
	const worker = new Worker(new URL('./waiting-visitor.ts', import.meta.url), {
		workerData: { origin, host },
	});
	return {
		/** 99th-percentile wait in milliseconds since the previous call. */
		async p99(): Promise<number> {
			worker.postMessage('take');
			const [waits] = (await once(worker, 'message')) as [number[]];
			return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
		},
		[Symbol.asyncDispose]: async () => void (await worker.terminate()),
	};
}

/** @returns whether the budget was met */
export async function run(): Promise<boolean> {
	await using stack = new AsyncDisposableStack();
	const bff = await startBuiltBff(stack, {
		visitorLimits: { perAddress: 1_200, perSession: 300 },
		visitorCalls: 250,
		metricsToken: 'known to operators only',
	});
	const visitor = stack.use(startVisitor(bff.origin));
	const measure = async () => {
		await visitor.p99();
		await wait(floodMs);
		return visitor.p99();
	};
	// Warm-up, since V8 is still compiling code in the first seconds.
	await measure();
	const idle = await measure();
	const rows = [];
	for (const [name, shape] of Object.entries(shapes)) {
		const stop = flood(Number(new URL(bff.origin).port), shape);
		const value = await measure();
		stop();
		rows.push({ ...judged('delay', value, name), baseline: 'idle', ratio: value / idle });
		await wait(1_000);
	}
	return report('flood', [{ what: 'Page of a visitor, idle, p99', value: idle, unit: 'ms' }, ...rows]);
}
