/** Shown for an empty list, with links to broader lists. */

import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, pagePath, pagePatterns } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { Link } from '../../ui/link.tsx';

export const WeekLink = ({ city, filters }: { city: Loc; filters: ListFilters }) => (
	<Link className={controls.button} to={pagePath.city(city.uid, { ...filters, day: null, dayType: 'week' })}>
		{m.events_try_week()}
	</Link>
);

export function NothingHere({ city, filters }: { city: Loc; filters: ListFilters }) {
	const isAll = filters.dayType === 'future' && filters.day === null && filters.type === 'all';
	return (
		<div className={controls.notice}>
			<h2>{m.events_none_title()}</h2>
			{!isAll && <p role="status">{m.events_none_text()}</p>}
			<p className={controls.row}>
				{filters.dayType !== 'week' && filters.dayType !== 'future' && (
					<WeekLink city={city} filters={filters} />
				)}
				{filters.type !== 'all' && (
					<Link className={controls.button} to={pagePath.city(city.uid, { ...filters, type: 'all' })}>
						{m.events_try_all()}
					</Link>
				)}
				{isAll ? (
					<Link className={controls.button} to={pagePatterns.cities}>
						{m.words_choose_city()}
					</Link>
				) : (
					<Link className={controls.button} to={pagePath.city(city.uid, { dayType: 'future', type: 'all' })}>
						{m.events_try_future()}
					</Link>
				)}
			</p>
		</div>
	);
}
