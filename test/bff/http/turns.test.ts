import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { nextTurn, nextTurnIfLong } from '../../../src/bff/http/turns.ts';

/** Keeps the process busy for some milliseconds. */
function work(milliseconds: number): void {
	const endsAt = performance.now() + milliseconds;
	while (performance.now() < endsAt);
}

it('work that takes turns is done in the order of the calls, and requests are answered in between', async () => {
	const server = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const request = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
	await request();
	const done: number[] = [];
	const pieces = Array.from({ length: 100 }, async (_, index) => {
		await nextTurn();
		work(3);
		done.push(index);
	});
	await request();
	// The request and its response take some rounds of the event loop, not all of them.
	expect(done.length).toBeLessThan(60);
	await Promise.all(pieces);
	expect(done).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

it('a long loop lets others go first, and a short one does not', async () => {
	await nextTurn();
	let isOtherDone = false;
	setImmediate(() => {
		isOtherDone = true;
	});
	await nextTurnIfLong();
	expect(isOtherDone).toBe(false);
	work(30);
	await nextTurnIfLong();
	expect(isOtherDone).toBe(true);
});
