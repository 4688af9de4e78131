import { describe, expect, it } from 'vitest';
import { createTokenNeeds } from '../../../src/bff/upstream/token-needs.ts';

const minute = 60_000;
const missing = { status: 400, code: 102 };

function start() {
	const time = { now: 0 };
	return { time, needs: createTokenNeeds(() => time.now) };
}

describe('an operation needs a token', () => {
	it('after two rejections in a row, but not after one', () => {
		const { needs } = start();
		needs.see('listEvents', missing);
		expect(needs.includes('listEvents')).toBe(false);
		needs.see('listEvents', missing);
		expect(needs.includes('listEvents')).toBe(true);
		expect(needs.includes('listLocs')).toBe(false);
	});

	it('no longer once a read without a token has succeeded, nor for ten minutes after that', () => {
		const { needs, time } = start();
		for (const response of [missing, { status: 200 }, missing, missing, missing])
			needs.see('listEvents', response);
		expect(needs.includes('listEvents')).toBe(false);
		time.now = 10 * minute;
		for (let times = 0; times < 2; times++) needs.see('listEvents', missing);
		expect(needs.includes('listEvents')).toBe(true);
	});

	it('never if it reads by ID, because the rejection may be specific to that ID', () => {
		const { needs } = start();
		for (const name of ['getEvent', 'listParticipants', 'listCreatedEvents', 'getLoc'] as const) {
			for (let times = 0; times < 3; times++) needs.see(name, missing);
			expect(needs.includes(name)).toBe(false);
		}
	});

	it('for ten minutes, and again after two more rejections', () => {
		const { needs, time } = start();
		needs.see('listEvents', missing);
		needs.see('listEvents', missing);
		time.now = 10 * minute - 1;
		expect(needs.includes('listEvents')).toBe(true);
		time.now = 10 * minute;
		expect(needs.includes('listEvents')).toBe(false);
		needs.see('listEvents', missing);
		expect(needs.includes('listEvents')).toBe(false);
		needs.see('listEvents', missing);
		expect(needs.includes('listEvents')).toBe(true);
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
			for (let times = 0; times < 3; times++) needs.see('listEvents', response);
		expect(needs.includes('listEvents')).toBe(false);
		for (let times = 0; times < 2; times++) needs.see('listEvents', { status: 401 });
		expect(needs.includes('listEvents')).toBe(true);
	});
});
