/**
 * Finds out which `start` and `count` a service accepts, which the specification leaves open (gap register:
 * paging).
 */
import { type Finding, right, setInEnv, wrong } from './finding.ts';
import type { Settings } from './settings.ts';

/** A `count` that every service has to accept. */
export const smallestCount = 10;
/** Values of `count`, largest first. */
const counts = [100, 50, 20, smallestCount];

/** @param readIds identifiers on a page of events; null if the service sends none */
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
				`the service sends the same ${page.length} events for every start, so lists end after them: it must support start and count`,
			);
		const first = Number(zero === null || one?.[0] === zero[0]);
		// A service may send shorter pages than requested instead of rejecting the call, or hide elements of this
		// page or the next.
		const after = (await readIds({ start: page.length + first, count })) ?? [];
		const isNew = (id: string) => !page.includes(id);
		const hidden = after.filter((id) => !isNew(id)).length;
		const size = after.some(isNew) ? Math.min(page.length + hidden, count) : count;
		const changes = {
			...(size === eventsPageSize ? {} : { EVENTS_PAGE_SIZE: size }),
			...(first === eventsPageStart ? {} : { EVENTS_PAGE_START: first }),
		};
		return Object.keys(changes).length === 0
			? right('paging', `count up to ${size}, start from ${first}`)
			: wrong('paging', `differs from the settings: ${setInEnv(changes)}`);
	}
	return wrong('paging', `the service accepts none of the counts ${counts.join(', ')}: it must accept one`);
}
