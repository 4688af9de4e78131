/**
 * The bar above a city's list: days, type, view and order, and how many events there are. All are links, so that the URL has
 * the choice, and so is what takes a choice back. The bar stays at the upper edge while the list is scrolled.
 */
import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import {
	defaultFilters,
	type ListFilters,
	pagePath,
	readFilters,
	sorts,
	views,
} from '../../../contract/paths.ts';
import type { DayType } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { opens } from '../../ui/invoker-commands.ts';
import { Loading } from '../../ui/loading.tsx';
import { Panel, type PanelProps } from '../../ui/panel.tsx';
import { useHidesOnScroll } from '../../ui/use-hides-on-scroll.ts';
import { chosenView, dayTypeNames, hasDays, sortNames, typeNames, viewNames } from '../event/filter-names.ts';
import css from './list-bar.module.css';

const Subscriptions = lazy(async () => ({
	default: (await import('../calendar-export/subscriptions.tsx')).Subscriptions,
}));

/** In the order of time. */
const dayOrder: readonly DayType[] = ['today', 'tomorrow', 'weekend', 'week', 'future'];

interface ListBarProps {
	city: Loc;
	filters: ListFilters;
	/** How many events there are, in words. */
	count: ReactNode;
}

export function ListBar({ city, filters, count }: ListBarProps) {
	const bar = useRef<HTMLDivElement>(null);
	useHidesOnScroll(bar);
	const { type } = filters;
	const change = (changed: Partial<ListFilters>, search: string) =>
		pagePath.city(city.uid, { ...readFilters(search), ...changed });
	const without = (changed: Partial<ListFilters>, name: string) => ({
		path: (search: string) => change(changed, search),
		name: m.discover_remove({ name }),
	});
	const { types } = usePageData().settings.brand;
	const typeName = typeNames[type]();
	const hasType = type !== defaultFilters.type;
	return (
		<div ref={bar} className={css.bar} data-list-bar>
			{hasDays(filters) && (
				<FilterChips
					label={m.events_when()}
					options={dayOrder}
					current={filters.day === null ? filters.dayType : null}
					name={(each) => dayTypeNames[each]()}
					path={(dayType, search) => change({ dayType, day: null }, search)}
				/>
			)}
			<div className={css.others}>
				<Panel
					title={m.events_type()}
					label={hasType ? typeName : m.events_type()}
					name={hasType ? `${m.events_type()}: ${typeName}` : undefined}
					isOn={hasType}
					remove={hasType ? without({ type: defaultFilters.type }, typeName) : null}
				>
					<FilterChips
						label={m.events_type()}
						options={[defaultFilters.type, ...types]}
						current={type}
						name={(each) => typeNames[each]()}
						path={(each, search) => change({ type: each }, search)}
					/>
				</Panel>
				<ViewPanel city={city} filters={filters} change={change} without={without} />
				<p role="status" className={css.count}>
					{count}
				</p>
			</div>
		</div>
	);
}

interface ViewPanelProps {
	city: Loc;
	filters: ListFilters;
	/** Path and query with something changed. */
	change: (changed: Partial<ListFilters>, search: string) => string;
	without: (changed: Partial<ListFilters>, name: string) => NonNullable<PanelProps['remove']>;
}

/** List, map or calendar, the order of the list, and the way to subscribe. */
function ViewPanel({ city: { uid, name }, filters, change, without }: ViewPanelProps) {
	const dialog = useId();
	const { surfaces } = usePageData().settings.brand;
	const { view, sort, q } = filters;
	const canSort = view === defaultFilters.view && q === defaultFilters.q;
	const chosen = chosenView(filters);
	return (
		<Panel
			title={m.discover_view()}
			label={chosen ?? m.discover_view()}
			name={chosen === null ? undefined : `${m.discover_view()}: ${chosen}`}
			isOn={chosen !== null}
			remove={canSort && chosen !== null ? without({ sort: defaultFilters.sort }, chosen) : null}
		>
			<FilterChips
				label={m.discover_view()}
				options={views.filter((each) => isListOffered(surfaces, { view: each, q: '' }))}
				current={view}
				name={(each) => viewNames[each]()}
				path={(each, search) => change({ view: each }, search)}
			/>
			{canSort && (
				<>
					<p className={css.group}>{m.discover_sort()}</p>
					<FilterChips
						label={m.discover_sort()}
						options={sorts}
						current={sort}
						name={(each) => sortNames[each]()}
						path={(each, search) => change({ sort: each }, search)}
					/>
				</>
			)}
			<button {...opens(dialog)} className={controls.button}>
				{m.export_subscribe()}
			</button>
			{/* Inside, so that the panel stays open and has the focus again when it closes. */}
			<Dialog id={dialog} title={m.export_subscribe_title({ city: name })}>
				<Suspense fallback={<Loading />}>
					<Subscriptions uid={uid} filters={filters} />
				</Suspense>
			</Dialog>
		</Panel>
	);
}
