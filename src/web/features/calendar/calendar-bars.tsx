/** Multi-day events as bars below a week of a calendar. */
import { useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan } from '../../../contract/event/times.ts';
import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import css from './calendar-view.module.css';

/** A bar that spans one or more days of a week. */
interface Bar {
	event: Event;
	/** First column in the week (from 1), and number of columns. */
	from: number;
	span: number;
	lane: number;
}

/** Arranges multi-day events in as few lanes as possible. `left` counts the events without a lane. */
export function barsOf(
	week: readonly Day[],
	events: readonly Event[],
	maxLanes: number,
): { bars: Bar[]; left: number } {
	const [firstDay] = week;
	/** Last occupied column of each lane. */
	const lanes: number[] = [];
	const bars: Bar[] = [];
	let left = 0;
	for (const event of events) {
		const days = daySpan(event);
		if (firstDay === undefined || days === null || days.first === days.last) continue;
		const from = Math.max(1, daysBetween(firstDay, days.first) + 1);
		const to = Math.min(week.length, daysBetween(firstDay, days.last) + 1);
		if (from > to) continue;
		const free = lanes.findIndex((taken) => taken < from);
		const lane = free === -1 ? lanes.length : free;
		if (lane >= maxLanes) {
			left += 1;
			continue;
		}
		lanes[lane] = to;
		bars.push({ event, lane, from, span: to - from + 1 });
	}
	return { bars, left };
}

/** Lanes per week, unless all are requested. */
const maxLanes = 4;

export function Bars({ week, events }: { week: readonly Day[]; events: readonly Event[] }) {
	const [lanesShown, setLanesShown] = useState(maxLanes);
	const { bars, left } = barsOf(week, events, lanesShown);
	if (bars.length === 0) return null;
	return (
		<tr>
			<td colSpan={7} className={css.bars}>
				<ul>
					{bars.map(({ event, from, span, lane }) => (
						<li
							key={event.id}
							data-type={event.type ?? 'others'}
							style={{ gridColumn: `${from} / span ${span}`, gridRow: lane + 1 }}
						>
							<Link to={pagePath.event(event.id)} lang={langOf(event.title)}>
								{event.title}
							</Link>
						</li>
					))}
				</ul>
				{left > 0 && (
					<Button look="quiet" onTap={() => setLanesShown(Number.POSITIVE_INFINITY)}>
						{m.discover_more_bars({ count: left })}
					</Button>
				)}
			</td>
		</tr>
	);
}
