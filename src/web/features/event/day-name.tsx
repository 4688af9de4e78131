import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { formatLongDay } from './format-when.ts';

/** Heading of the events of one day: `Tomorrow, Sunday 22 November`. @param day null for what has none */
export function DayName({ day }: { day: Day | null }) {
	const { locale } = useLocale();
	const today = useToday();
	if (day === null) return m.people_no_day();
	const ahead = today === null ? null : daysBetween(today, day);
	const named = ahead === 0 ? m.words_today() : ahead === 1 ? m.words_tomorrow() : null;
	const date = formatLongDay(day, locale, today);
	return named === null ? date : m.words_day_at({ day: named, when: date });
}
