import { describe, expect, it } from 'vitest';
import { createTokenNeeds } from '../../../src/bff/upstream/token-needs.ts';
import type { Call } from '../../../src/contract/spec/call.ts';

const minute = 60_000;
const missing = { status: 400, code: 102 };
const listOf = (loc: string): Call => ({ operation: 'listEvents', parameters: { loc } });
const list = listOf('108288');

function start() {
	const time = { now: 0 };
	const needs = createTokenNeeds(() => time.now);
	const rejectTwice = (call: Call) => [missing, missing].map((response) => needs.see(call, response));
	return { time, needs, rejectTwice };
}

describe('an operation needs a token', () => {
	it('in the rejected list only, with its filters, on all its pages, of as many as visitors name', () => {
		const { needs } = start();
		const films = (start: number): Call => ({
			operation: 'listEvents',
			parameters: { loc: '108288', type: 'film', start, count: 20 },
		});
		for (const begin of [0, 20]) needs.see(films(begin), missing);
		expect([needs.rejects(films(40)), needs.rejects(list)]).toEqual([true, false]);
		for (let id = 0; id < 1_000; id++) needs.see(listOf(`${id}`), missing);
		expect(needs.rejects(films(40))).toBe(false);
	});

	it('for ten minutes; no longer once a read without a token has succeeded, nor for ten minutes after that', () => {
		const { needs, time, rejectTwice } = start();
		for (const response of [missing, { status: 200 }, missing, missing, missing]) needs.see(list, response);
		expect(needs.rejects(list)).toBe(false);
		time.now = 10 * minute;
		rejectTwice(list);
		expect(needs.rejects(list)).toBe(true);
		time.now = 20 * minute;
		expect(needs.rejects(list)).toBe(false);
	});

	it('if it reads by ID, only while every list of events needs one: a rejection may be specific to the ID', () => {
		const { needs, rejectTwice } = start();
		const readOf = (id: string): Call => ({ operation: 'getEvent', parameters: { id } });
		rejectTwice(readOf('private'));
		expect(needs.rejects(readOf('other'))).toBe(false);
		rejectTwice(list);
		expect(needs.rejects(readOf('other'))).toBe(true);
		expect(needs.rejects({ operation: 'listParticipants', parameters: { id: 'other' } })).toBe(false);
		needs.see(listOf('open'), { status: 200 });
		expect(needs.rejects(readOf('other'))).toBe(false);
	});

	it('after code 102 or status 401, but not after other errors', () => {
		const { needs } = start();
		for (const response of [
			{ status: 400, code: 108 },
			{ status: 403, code: 1000 },
			{ status: 400, code: 107 },
			{ status: 400, code: 112 },
			{ status: 500, code: 999 },
		])
			for (let times = 0; times < 3; times++) needs.see(list, response);
		expect(needs.rejects(list)).toBe(false);
		for (let times = 0; times < 2; times++) needs.see(list, { status: 401 });
		expect(needs.rejects(list)).toBe(true);
	});
});
