/** Finds out which values of `start` and `count` a service accepts (gap register, `paging`). */

import type { Settings } from '../settings.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';

interface Page {
	ids: string[];
	/** Number of elements that the service sent, as in `List`. */
	sent: number;
	total: number | null;
}

/** Values of `count` to try besides the configured one, largest first. */
const usualCounts = [100, 50, 20, 10, 5, 1];

/** @param readPage a page of events, or why there is none */
export async function* checkPaging(
	{ eventsPageSize, eventsPageStart }: Settings['bff'],
	readPage: (page: { start: number; count: number }) => Promise<Page | string>,
): AsyncGenerator<Finding> {
	const counts = [...new Set([...usualCounts, eventsPageSize || 1])].sort((a, b) => b - a);
	let rejection = '';
	for (const count of counts) {
		const [zero, one] = [await readPage({ start: 0, count }), await readPage({ start: 1, count })];
		const page = typeof zero === 'string' ? one : zero;
		if (typeof page === 'string') {
			rejection = page;
			continue;
		}
		const { ids, sent, total } = page;
		const idsFrom = async (start: number) => {
			const next = await readPage({ start, count });
			return typeof next === 'string' ? [] : next.ids;
		};
		if (ids.length < Math.min(2, count))
			return yield right('paging', 'not tried: the service sends fewer than two events');
		const next = await idsFrom(ids.length + 1);
		if (next[0] === ids[0])
			return yield total !== null && total <= sent
				? right('paging', `the service ignores start, and sends all ${sent} events of a list at once`)
				: wrong(
						'paging',
						`the service ignores start, so lists end after ${ids.length} events: it must support start and count`,
					);
		const isSame = typeof one === 'object' && one.ids[0] === ids[0];
		const first = Number(typeof zero === 'string' || isSame);
		// A service may send shorter pages than requested instead of rejecting the call, or hide elements of this
		// page or the next.
		const after = await idsFrom(ids.length + first);
		const isNew = (id: string) => !ids.includes(id);
		const hidden = after.filter((id) => !isNew(id)).length;
		const hasMore = after.some(isNew);
		if (!hasMore && total !== null && total > sent + hidden)
			return yield wrong(
				'paging',
				`the list has ${total} events, but none from ${ids.length + first} on, so lists end there: start must be the position of an event`,
			);
		const size = hasMore ? Math.min(ids.length + hidden, count) : count;
		const changes = {
			...(size === eventsPageSize ? {} : { EVENTS_PAGE_SIZE: size }),
			...(first === eventsPageStart ? {} : { EVENTS_PAGE_START: first }),
		};
		return yield Object.keys(changes).length === 0
			? right('paging', `count up to ${size}, start from ${first}`)
			: wrong('paging', `differs from the settings: ${setInEnv(changes)}`);
	}
	const text = `the service rejects start with each count of ${counts.join(', ')} (${rejection}), so lists end after one page`;
	yield eventsPageSize === 0
		? right('paging', text)
		: wrong('paging', `${text}: ${setInEnv({ EVENTS_PAGE_SIZE: 0 })}`);
}
