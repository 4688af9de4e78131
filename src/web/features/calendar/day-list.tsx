/** The events of one day. */
import type { Loc } from '../../../contract/event/loc.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { CardList } from '../event/card-list.tsx';
import { EventCard } from '../event/event-card.tsx';
import list from '../event/event-list.module.css';
import { formatDay } from '../event/format-when.ts';
import { ShowMore } from '../event/show-more.tsx';
import css from './calendar-view.module.css';
import { useDayEvents } from './use-calendar.ts';

export function DayList({ city, filters, day }: { city: Loc; filters: ListFilters; day: Day }) {
	const { locale } = useLocale();
	const { events, total, more } = useDayEvents(city, filters, day);
	const count = total === 0 ? m.discover_day_none() : m.events_found({ count: total });
	return (
		<section className={css.chosen}>
			<h2>{formatDay(day, locale, useToday())}</h2>
			<p role="status" className={list.count}>
				{events === undefined ? m.app_loading() : count}
			</p>
			<CardList events={events ?? []}>
				{(event) => <EventCard event={event} Badge={OwnRelationBadge} />}
			</CardList>
			{more !== null && events !== undefined && (
				<ShowMore shown={events.length} total={total} isLoading={more.isLoading} onMore={more.load} />
			)}
		</section>
	);
}
