import { describe, expect, it } from 'vitest';
import { type Aim, aims, isWorse, judged, rowName } from './aims.ts';
import { aimsTable, worseThan } from './aims-table.ts';

/** The line of an aim in the table of these rows. */
const lineOf = (aim: Aim, rows: readonly { what: string; value: number }[]) =>
	aimsTable(Object.fromEntries(rows.map(({ what, value }) => [what, value])))
		.split('\n')
		.find((line) => line.startsWith(`| ${aim.what}`));

describe('the table of the aims', () => {
	it('has a line for each aim, and no two figures share a name', () => {
		const names = Object.values<Aim>(aims).flatMap((aim) => aim.of.map((figure) => rowName(aim, figure)));
		expect(new Set(names).size).toBe(names.length);
		expect(aimsTable({}).split('\n')).toHaveLength(Object.keys(aims).length + 2);
	});

	it('says that nothing was measured', () => {
		expect(lineOf(aims.script, [])).toMatch(/\| – \| at most 80 KB \| not measured \|$/);
	});

	it('names the figures that miss an aim of several', () => {
		const rows = [judged('proxied', 0.95, 'read'), judged('proxied', 0.7, 'write')];
		expect(rows.map(({ met }) => met)).toEqual([true, false]);
		expect(lineOf(aims.proxied, rows)).toMatch(/\| 0.95, 0.7 \| at least 0.9 × \| \*\*missed\*\*: write \|$/);
	});

	it('does not say that an aim is met while figures of it are missing', () => {
		expect(lineOf(aims.drawing, [judged('drawing', 100, 'map')])).toMatch(/met as far as measured/);
		expect(lineOf(aims.drawing, [judged('drawing', 100, 'map'), judged('drawing', 200, 'calendar')])).toMatch(
			/\| met \|$/,
		);
	});
});

describe('a figure is worse than the record', () => {
	it('when it is worse by more than a tenth, whichever direction is better', () => {
		expect(isWorse(aims.start, 22.1, 20)).toBe(true);
		expect(isWorse(aims.start, 21.9, 20)).toBe(false);
		expect(isWorse(aims.start, 5, 20)).toBe(false);
		expect(isWorse(aims.join, 0.4, 0.5)).toBe(true);
		expect(isWorse(aims.join, 0.9, 0.5)).toBe(false);
	});

	it('but not for a small difference between figures far below the limit', () => {
		expect(isWorse(aims.tbt, 1, 0)).toBe(false);
		expect(isWorse(aims.tbt, 3, 0)).toBe(true);
		expect(isWorse(aims.tbt, -5, -6)).toBe(false);
	});

	it('and is named with both values; what was not measured is not', () => {
		const record = { [aims.start.what]: 8, [aims.startAgain.what]: 1 };
		expect(worseThan(record, { [aims.start.what]: 12 })).toEqual([`${aims.start.what}: 12 s, was 8`]);
	});
});
