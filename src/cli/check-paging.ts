/** Finds out which `start` and `count` a service takes, which the specification leaves open (gap register: paging). */
import { type Finding, right, wrong } from './finding.ts';
import type { Settings } from './settings.ts';

/** Values of `count`, largest first. */
const counts = [100, 50, 20, 10];

/** @param readIds identifiers on a page of events, null where the service sends none */
export async function checkPaging(
	{ eventsPageSize, eventsPageStart }: Settings['bff'],
	readIds: (page: { start: number; count: number }) => Promise<string[] | null>,
): Promise<Finding> {
	for (const count of counts) {
		const [zero, one] = [await readIds({ start: 0, count }), await readIds({ start: 1, count })];
		const page = zero ?? one;
		if (page === null) continue;
		if (page.length < 2) return right('paging', 'not tried: the service has fewer than two events');
		const next = await readIds({ start: page.length + 1, count });
		if (next?.[0] === page[0])
			return wrong(
				'paging',
				`the service sends the same ${page.length} events for every start, so lists end after them: it has to take start and count`,
			);
		const first = Number(zero === null || one?.[0] === zero[0]);
		// A service may send shorter pages than asked for instead of rejecting the call, or hide an element.
		const after = await readIds({ start: page.length + first, count });
		const size = after?.some((id) => !page.includes(id)) ? Math.min(page.length, count) : count;
		const lines = [
			...(size === eventsPageSize ? [] : [`EVENTS_PAGE_SIZE=${size}`]),
			...(first === eventsPageStart ? [] : [`EVENTS_PAGE_START=${first}`]),
		];
		return lines.length === 0
			? right('paging', `count up to ${size}, start from ${first}`)
			: wrong('paging', `differs from the settings. Set in .env: ${lines.join(' and ')}`);
	}
	return wrong('paging', `the service takes none of the counts ${counts.join(', ')}: it has to take one`);
}
