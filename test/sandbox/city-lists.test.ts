import { expect, it } from 'vitest';
import { dayTypes, eventTypes } from '../../src/contract/spec/filters.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { startTestSandbox } from './start-sandbox.ts';

it('the pages of every list contain as many events as its total, each once, at any hour (Spec §2.3, §4.2)', async () => {
	const { call, advance } = await startTestSandbox();
	for (let hour = 0; hour < 48; hour += 7) {
		for (const day_type of [...dayTypes, undefined]) {
			for (const type of eventTypes.slice(0, 4)) {
				for (const loc of ['108288', undefined]) {
					const query = new URLSearchParams({
						...(day_type === undefined ? {} : { day_type }),
						...(loc === undefined ? {} : { loc }),
						type,
					});
					const ids: string[] = [];
					let total = 0;
					for (let start = 0; start === 0 || start < total; start += 90) {
						const { body } = await call<WireEventList>(
							'GET',
							`/v2/event/list?${query}&start=${start}&count=90`,
						);
						total = body.total;
						ids.push(...body.events.map(({ id }) => id));
					}
					expect([query.toString(), hour, ids.length, new Set(ids).size]).toEqual([
						query.toString(),
						hour,
						total,
						total,
					]);
				}
			}
		}
		await advance(7 * 3600);
	}
});
