import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import { holdCalls } from '../bff/fake-service.ts';
import { openSocket, rawRequest, readToEnd } from '../bff/raw-request.ts';
import { startSite } from '../bff/start-site.ts';

/** Addresses of this machine: Linux routes all of 127.0.0.0/8 to it. */
const [attacker, other] = ['127.0.0.2', '127.0.0.3'];

const limited = { visitorLimits: { perAddress: 1_000, perSession: 1_000 } };

/** A BFF whose service holds reads of events until they are released. */
async function start(settings: object = {}) {
	const { service, bff } = await startSite({ logLevel: 'silent', ...settings });
	const { held, release } = holdCalls(service, () => true);
	const open = (localAddress: string) => openSocket(bff.port, localAddress);
	const statusFrom = async (localAddress: string, path = '/healthz') =>
		(await rawRequest(bff.port, path, {}, 'GET', localAddress)).status;
	return { held, release, open, statusFrom };
}

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${csrfHeader}: 1\r\n\r\n`;
const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
const slow = (count: number) =>
	Array.from({ length: count }, (_, index) => requestOf(`/api/events/${index}`)).join('');

/** Statuses of all responses until the server closes. */
const statusesOf = async (socket: Socket): Promise<string[]> =>
	(await readToEnd(socket)).match(/HTTP\/1\.1 \d+/g) ?? [];

describe('more than two unanswered requests on a connection', () => {
	it('close it, and cost others at its address nothing, however often they come', async () => {
		const { held, release, open, statusFrom } = await start();
		const inProgress = open(attacker);
		inProgress.write(requestOf('/api/events/other'));
		await expect.poll(() => held.length).toBe(1);
		for (const count of [3, 4, 5, 1_000, 4, 4, 4]) {
			const socket = open(attacker);
			socket.write(slow(count));
			expect(await statusesOf(socket)).toEqual([]);
			expect(await statusFrom(attacker)).toBe(200);
		}
		expect(await statusFrom(other)).toBe(200);
		const answered = once(inProgress, 'data');
		release();
		expect(String(await answered)).toContain('HTTP/1.1 200');
	});

	it.each([
		['have an unknown Expect header', 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: something\r\n\r\n'],
		['have no Host header', 'GET / HTTP/1.1\r\n\r\n'],
		['have malformed URLs', 'GET /%ff HTTP/1.1\r\nhost: localhost\r\n\r\n'],
	])('close it even when they %s', async (_what, request) => {
		const { open } = await start();
		const socket = open(attacker);
		socket.write(request.repeat(4));
		expect(await statusesOf(socket)).toEqual([]);
	});
});

it('half-sent requests on all connections of an address do not delay its other requests', async () => {
	const { open, statusFrom } = await start(limited);
	const sockets = Array.from({ length: 256 }, () => open(attacker).resume());
	await Promise.all(sockets.map((socket) => once(socket, 'connect')));
	for (const socket of sockets)
		socket.write(
			`POST /auth/login HTTP/1.1\r\nhost: localhost\r\n${csrfHeader}: 1\r\ncontent-type: application/json\r\ncontent-length: 28\r\n\r\n{"state":`,
		);
	expect(await statusFrom(attacker, '/robots.txt')).toBe(200);
	const last = sockets.at(-1) as Socket;
	last.write('"0123456789abcdef"}');
	expect(String(await once(last, 'data'))).toContain('HTTP/1.1 204');
});

describe('a body', () => {
	const head = (length: string) =>
		`POST /auth/login HTTP/1.1\r\nhost: localhost\r\n${csrfHeader}: 1\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
	const chunk = chunkOf(1);

	it.each([
		['chunks in a packet', 'transfer-encoding: chunked', chunk.repeat(5_000)],
		['chunks, one per packet', 'transfer-encoding: chunked', chunk],
		['packets', 'content-length: 10000', ' '],
	])('in too many %s closes the connection before it waits to be read', async (_what, length, packet) => {
		const { open } = await start();
		const socket = open(attacker).setNoDelay();
		const closed = statusesOf(socket);
		socket.write(head(length));
		let sent = 0;
		for (; sent < 2_000 && !socket.destroyed; sent++) {
			socket.write(packet);
			await setTimeout(1);
		}
		expect(await closed).toEqual([]);
		expect(sent).toBeLessThan(1_000);
	});

	it('that a proxy sends in 100 chunks is read, however many follow on the connection', async () => {
		const { open } = await start(limited);
		const socket = open(attacker);
		for (let sent = 1; sent <= 5; sent++) {
			socket.write(`${head('transfer-encoding: chunked')}${chunk.repeat(98)}2\r\n{}\r\n0\r\n\r\n`);
			expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 400');
		}
	});
});

it('an address has 256 connections: one more closes the oldest without a request in progress, or is refused', async () => {
	const { held, open, statusFrom } = await start();
	const sockets = Array.from({ length: 256 }, () => open(attacker));
	await Promise.all(sockets.map((socket) => once(socket, 'connect')));
	const [busy, idle, ...others] = sockets as [Socket, Socket, ...Socket[]];
	busy.write(requestOf('/api/events/0'));
	await expect.poll(() => held.length).toBe(1);
	const closed = statusesOf(idle);
	expect(await statusFrom(attacker)).toBe(200);
	expect(await closed).toEqual([]);
	const all = [busy, ...others, open(attacker)];
	for (const socket of all.slice(1)) socket.write(requestOf('/api/events/0'));
	const blocked = () => statusFrom(attacker).catch(() => 0);
	await expect.poll(blocked).toBe(0);
	expect(await statusFrom(other)).toBe(200);
	all.at(-1)?.destroy();
	await expect.poll(blocked).toBe(200);
});

it.each(['127.0.0.2', '127.0.0.0/30'])(
	'a proxy in %s, which is trusted, may have any number of connections',
	async (proxy) => {
		const { open, statusFrom } = await start({ trustProxy: [proxy] });
		const sockets = Array.from({ length: 257 }, () => open(attacker));
		await Promise.all(sockets.map((socket) => once(socket, 'connect')));
		const first = statusesOf(sockets[0] as Socket);
		expect(await statusFrom(attacker)).toBe(200);
		sockets[0]?.end(requestOf('/healthz'));
		expect(await first).toEqual(['HTTP/1.1 200']);
	},
);
