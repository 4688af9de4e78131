import { describe, expect, it } from 'vitest';
import { createLimitPauses } from '../../../src/bff/upstream/limit-pauses.ts';
import { scopes } from '../../../src/contract/spec/access.ts';

const [read, write] = scopes;
const spent = { status: 400, code: 112 };

function start() {
	const time = { now: Date.parse('2026-11-21T12:00:00Z') };
	const clock = () => time.now;
	return { time, pauses: createLimitPauses(clock) };
}

describe('after a rejection with Retry-After', () => {
	it.each([
		['90', 90],
		['Sat, 21 Nov 2026 12:01:30 GMT', 90],
		['999999999', 3_600],
	])('%s, calls are held back', (header, seconds) => {
		const { pauses } = start();
		pauses.see('token', read, spent, header);
		expect(pauses.find('another token', read)).toEqual({ status: 400, code: 112, retryAfter: seconds });
	});

	it.each([undefined, '0', '-5', '', 'soon', 'Sat, 21 Nov 2026 11:00:00 GMT'])(
		'%s, the next call is made',
		(header) => {
			const { pauses } = start();
			pauses.see('token', read, spent, header);
			expect(pauses.find('token', read)).toBeUndefined();
		},
	);

	it('a call is made again when the time is over, and after ten minutes at the latest', () => {
		const { pauses, time } = start();
		pauses.see(undefined, read, spent, '60');
		pauses.see('token', read, { status: 400, code: 111 }, '3600');
		time.now += 60_000;
		expect(pauses.find(undefined, read)).toBeUndefined();
		expect(pauses.find('token', read)?.retryAfter).toBe(3_540);
		time.now += 540_000;
		expect(pauses.find('token', read)).toBeUndefined();
	});

	it('112 is about calls of the same kind, with a token or without, and 111 about one token', () => {
		const { pauses } = start();
		pauses.see(undefined, read, spent, '60');
		pauses.see('token', read, { status: 400, code: 111 }, '60');
		expect(pauses.find(undefined, read)?.code).toBe(112);
		expect(pauses.find('token', read)?.code).toBe(111);
		expect(pauses.find('another token', read)).toBeUndefined();
	});

	it('111 is about one scope: who may change nothing more can still read, and the other way round', () => {
		for (const [reached, other] of [
			[read, write],
			[write, read],
		] as const) {
			const { pauses } = start();
			pauses.see('token', reached, { status: 400, code: 111 }, '60');
			expect(pauses.find('token', reached)?.code).toBe(111);
			expect(pauses.find('token', other)).toBeUndefined();
		}
	});

	it('no other rejection holds calls back', () => {
		const { pauses } = start();
		pauses.see('token', read, { status: 503, code: 999 }, '60');
		pauses.see('token', read, { status: 400, code: 102 }, '60');
		expect(pauses.find('token', read)).toBeUndefined();
	});
});
