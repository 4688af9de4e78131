/** List, map or calendar, and the order of the list: links, so that the URL has the choice. And the way to subscribe. */
import { lazy, Suspense, useId } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, pagePath, readFilters, sorts, type View, views } from '../../../contract/paths.ts';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { opens } from '../../ui/invoker-commands.ts';
import { sortNames } from '../event/filter-names.ts';
import css from './city-page.module.css';

const Subscriptions = lazy(async () => ({
	default: (await import('../calendar-export/subscriptions.tsx')).Subscriptions,
}));

const viewNames: Record<View, () => string> = {
	list: m.discover_list,
	map: m.discover_map,
	calendar: m.discover_calendar,
};

export function ViewSwitch({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { uid, name } = city;
	const dialog = useId();
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
			<button {...opens(dialog)} className={`${controls.button} ${controls.quiet}`}>
				{m.export_subscribe()}
			</button>
			<Dialog id={dialog} title={m.export_subscribe_title({ city: name })}>
				<Suspense fallback={<p role="status">{m.app_loading()}</p>}>
					<Subscriptions uid={uid} filters={filters} />
				</Suspense>
			</Dialog>
		</div>
	);
}
