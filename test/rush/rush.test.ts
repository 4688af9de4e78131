import { expect, it } from 'vitest';
import { builtWeb } from '../bff/start-bff.ts';
import { runRush } from './rush.ts';

it('every request in a rush of visitors succeeds within the hourly budget (short form of npm run rush)', async () => {
	const report = await runRush({ visitors: 60, webDir: await builtWeb() });
	expect(Object.keys(report.statuses).toSorted()).toEqual(['200', '202']);
	expect(report.statuses['202']).toBe(3);
	expect(report.limited).toBe(0);
	// Without the shared cache each request is a call, some 370.
	expect(report.total).toBeLessThan(260);
});
