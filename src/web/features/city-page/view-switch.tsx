/** List, map or calendar, and the order of the list: links, so that the URL has the choice. And the way to subscribe. */
import { lazy, Suspense, useState } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, pagePath, readFilters, sorts, type View, views } from '../../../contract/paths.ts';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { sortNames } from '../event/filter-names.ts';
import css from './city-page.module.css';

const SubscribeDialog = lazy(async () => ({
	default: (await import('../calendar-export/subscribe-dialog.tsx')).SubscribeDialog,
}));

const viewNames: Record<View, () => string> = {
	list: m.discover_list,
	map: m.discover_map,
	calendar: m.discover_calendar,
};

export function ViewSwitch({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { uid } = city;
	const [isSubscribing, setSubscribing] = useState(false);
	return (
		<div className={css.views}>
			<FilterChips
				label={m.discover_view()}
				options={views}
				current={filters.view}
				name={(view) => viewNames[view]()}
				path={(view, search) => pagePath.city(uid, { ...readFilters(search), view })}
			/>
			{filters.view === 'list' && filters.q === '' && (
				<FilterChips
					label={m.discover_sort()}
					options={sorts}
					current={filters.sort}
					name={(sort) => sortNames[sort]()}
					path={(sort, search) => pagePath.city(uid, { ...readFilters(search), sort })}
				/>
			)}
			<button
				type="button"
				className={`${controls.button} ${controls.quiet}`}
				onClick={() => setSubscribing(true)}
			>
				{m.export_subscribe()}
			</button>
			{isSubscribing && (
				<Suspense>
					<SubscribeDialog city={city} filters={filters} onClose={() => setSubscribing(false)} />
				</Suspense>
			)}
		</div>
	);
}
