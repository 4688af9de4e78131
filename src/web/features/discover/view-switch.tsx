/** List, map or calendar, and the order of the list: links, so that the address holds the choice. */
import { lazy, Suspense } from 'react';
import {
	addressOf,
	type ListFilters,
	readFilters,
	type Sort,
	sorts,
	type View,
	views,
} from '../../app/addresses.ts';
import { m } from '../../i18n/generated/messages.js';
import { FilterChips } from '../events/filter-chips.tsx';
import css from './discover.module.css';

const SubscribeButton = lazy(async () => ({
	default: (await import('../calendar-export/subscribe-button.tsx')).SubscribeButton,
}));

const viewWords: Record<View, () => string> = {
	list: m.discover_list,
	map: m.discover_map,
	calendar: m.discover_calendar,
};
const sortWords: Record<Sort, () => string> = {
	listed: m.discover_sort_listed,
	start: m.discover_sort_start,
	near: m.discover_sort_near,
	interest: m.discover_sort_interest,
};

export function ViewSwitch({ uid, filters }: { uid: string; filters: ListFilters }) {
	return (
		<div className={css.views}>
			<FilterChips
				label={m.discover_view()}
				options={views}
				current={filters.view}
				name={(view) => viewWords[view]()}
				address={(view, search) => addressOf.city(uid, { ...readFilters(search), view })}
			/>
			{filters.view === 'list' && filters.q === '' && (
				<FilterChips
					label={m.discover_sort()}
					options={sorts}
					current={filters.sort}
					name={(sort) => sortWords[sort]()}
					address={(sort, search) => addressOf.city(uid, { ...readFilters(search), sort })}
				/>
			)}
			<Suspense>
				<SubscribeButton uid={uid} filters={filters} />
			</Suspense>
		</div>
	);
}
