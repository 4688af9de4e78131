/** Removes events that are over from a front page, which may be cached. */
import type { Front } from '../../../contract/bff-api/front.ts';
import type { PublicEvent } from '../../../contract/event/event.ts';
import { isLongRunning, phaseOf } from '../../../contract/event/times.ts';
import { dayOf, type WallClock } from '../../../contract/event/wall-clock.ts';

export type ShownFront = Pick<Front, 'tonight' | 'weekend' | 'popular' | 'upcoming' | 'running'>;

/** @param now null: removes nothing */
export function shownFront(
	// During a rolling deployment, older processes send no `upcoming`.
	{ tonight, weekend, popular, upcoming = [], running }: ShownFront,
	now: WallClock | null,
): ShownFront {
	if (now === null) return { tonight, weekend, popular, upcoming, running };
	const isOpen = (event: PublicEvent) => phaseOf(event, now) !== 'over';
	return {
		tonight: tonight.filter(({ begin }) => begin !== null && begin > now && dayOf(begin) === dayOf(now)),
		weekend: weekend.filter(isOpen),
		popular: popular.filter(isOpen),
		upcoming: upcoming.filter(isOpen),
		running: running.filter((event) => isLongRunning(event) && phaseOf(event, now) === 'ongoing'),
	};
}
