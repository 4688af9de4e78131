import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, unfiltered } from '../../../contract/list-filters.ts';
import { pagePath, pagePatterns } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';

interface NothingHereProps {
	city: Loc;
	filters: ListFilters;
	/** Replaces the general message. */
	text?: string | undefined;
}

/** Shown for an empty list. Links to broader lists, and to other cities, because this one may have no events. */
export function NothingHere({ city, filters, text }: NothingHereProps) {
	const { dayType, day, type, q, view, sort } = filters;
	const all = pagePath.city(city.uid, { ...unfiltered, q, view, sort });
	const isAll = pagePath.city(city.uid, filters) === all;
	const change = (changed: Partial<ListFilters>) => pagePath.city(city.uid, { ...filters, ...changed });
	const links = [
		...(day !== null || (dayType !== 'week' && dayType !== 'future')
			? [[m.events_try_week(), change({ day: null, until: null, dayType: 'week' })] as const]
			: []),
		...(type !== 'all' ? [[m.events_try_all(), change({ type: 'all' })] as const] : []),
		...(isAll ? [] : [[m.events_try_future(), pagePath.city(city.uid, unfiltered)] as const]),
		[m.words_choose_city(), pagePatterns.cities] as const,
	];
	return (
		<div className="notice">
			{text === undefined && <h2>{m.events_none_title()}</h2>}
			{!isAll && <p role="status">{text ?? m.events_none_text()}</p>}
			<p className="row">
				{links.map(([name, path]) => (
					<a key={name} className="button" href={path}>
						{name}
					</a>
				))}
			</p>
		</div>
	);
}
