import { expect, it } from 'vitest';
import { skyline, skylineOf } from '../../../../src/web/features/cities/skyline.ts';

it('the skyline of a city is always the same, unlike any other, and within its bounds, whatever the id', () => {
	const ids = ['108288', '108296', '118281', 'zürich', '', '中'.repeat(200)];
	expect(ids.map(skylineOf)).toEqual(ids.map(skylineOf));
	expect(new Set(ids.map((id) => skylineOf(id).rows.join())).size).toBe(ids.length);
	for (const { rows, sun } of ids.map(skylineOf)) {
		expect(sun.y - sun.r).toBeGreaterThanOrEqual(0);
		for (const row of rows) {
			const numbers = row.match(/-?[\d.]+/g)?.map(Number) ?? [];
			expect(row).toMatch(/^M0 100(L-?[\d.]+ -?[\d.]+)+Z$/);
			expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
			expect(Math.max(...numbers)).toBe(skyline.width);
		}
	}
});
