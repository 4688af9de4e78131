import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { ListFilters } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { formatDay } from '../days/format-when.ts';

interface NearestDaysProps {
	city: Loc;
	filters: ListFilters;
	found: Pick<SearchResponse, 'near' | 'words' | 'price'> | undefined;
}

/** The nearest days with results, if the requested time has none. */
export function NearestDays({ city, filters, found }: NearestDaysProps) {
	const today = useToday();
	const { near = [], words: q = '', price = null } = found ?? {};
	const max = price === null ? filters.price : String(price.max);
	if (near.length === 0) return null;
	return (
		<p className="row">
			<span>{q === '' ? m.discover_nearest() : m.discover_nearest_words({ q })}</span>
			{near.map(({ day, count }) => (
				<a
					key={day}
					className="chip"
					href={pagePath.city(city.uid, { ...filters, q, day, until: null, price: max })}
					aria-label={`${formatDay(day, today)} · ${m.events_found({ count })}`}
				>
					{formatDay(day, today)}
				</a>
			))}
		</p>
	);
}
