import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useIsEvening, useToday } from '../../shared/now.ts';
import { ChangingText } from '../../ui/changing-text.tsx';
import { formatDay, formatLongDay } from '../days/format-when.ts';
import { nameOfDayType } from './filter-names.ts';

/** Heading for the events of one day: `Tomorrow, Sun 22 Nov`, or `Saturday 28 November`. */
export function DayName({ day, isTonight = false }: { day: Day | null; isTonight?: boolean }) {
	const today = useToday();
	if (day === null) return m.people_no_day();
	const ahead = daysBetween(today, day);
	const todayName = isTonight ? m.words_tonight() : m.words_today();
	const named = ahead === 0 ? todayName : ahead === 1 ? m.words_tomorrow() : null;
	const text =
		named === null ? formatLongDay(day, today) : m.words_day_at({ day: named, when: formatDay(day, today) });
	return <ChangingText text={text} />;
}

/** @returns a function that returns the name of a list's days: in the evening, today is “Tonight” */
export function useDayName(): (
	filters: Pick<ListFilters, 'dayType' | 'day'> & Partial<ListFilters>,
) => string {
	const today = useToday();
	const isEvening = useIsEvening();
	return ({ dayType, day, until = null }) => {
		if (day !== null && until !== null)
			return m.events_from_to({ begin: formatDay(day, today), end: formatDay(until, today) });
		if (day !== null) return formatDay(day, today);
		return dayType === 'today' && isEvening ? m.words_tonight() : nameOfDayType(dayType);
	};
}
