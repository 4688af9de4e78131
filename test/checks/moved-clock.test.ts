import { expect, it } from 'vitest';
import { movedClockVariable } from '../clock/moved-clock.ts';
import { startProgram } from '../program.ts';

const printed = `JSON.stringify({
	year: new Date().getUTCFullYear() - new Date(Date.now()).getUTCFullYear(),
	years: (Date.now() - performance.timeOrigin) / (365.25 * 86_400_000),
	text: Date().includes(String(new Date().getFullYear())),
	given: [new Date(5).getTime(), new Date(2026, 0, 1).getMonth(), Date.UTC(1970, 0, 1)],
	kind: [new Date() instanceof Date, Object.prototype.toString.call(new Date())],
})`;

it('a program believes that it is another time, and keeps every date that is given', async () => {
	const program = startProgram(['--import', './test/clock/move-clock-of-process.ts', '--print', printed], {
		environment: { [movedClockVariable]: String(10 * 365.25 * 86_400_000) },
	});
	expect([await program.ended, program.errors()]).toEqual([0, '']);
	expect(JSON.parse(program.output())).toEqual({
		year: 0,
		years: expect.closeTo(10, 2),
		text: true,
		given: [5, 0, 0],
		kind: [true, '[object Date]'],
	});
});
