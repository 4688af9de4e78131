/** Sticky bar above a city's list. Every choice is a link, so that it has a URL. */
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { addDays, type Day, weekdayOf } from '../../../contract/event/wall-clock.ts';
import { defaultFilters, type ListFilters, pagePath, sortsOf, views } from '../../../contract/paths.ts';
import type { DayType } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { opens } from '../../ui/invoker-commands.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Loading } from '../../ui/loading.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SheetButton } from '../../ui/sheet-button.tsx';
import { useDayName } from '../event/day-name.tsx';
import {
	chosenView,
	dayTypeNames,
	hasDays,
	nameOfSort,
	nameOfType,
	viewNames,
} from '../event/filter-names.ts';
import { formatDay, formatShortWeekday } from '../event/format-when.ts';
import css from './list-bar.module.css';

const Subscriptions = lazyComponent(() => import('../calendar-export/subscriptions.tsx'), 'Subscriptions');

/** Friday to Sunday. */
const weekendDays: readonly number[] = [5, 6, 0];

const isDayType = (days: DayType | Day): days is DayType => Object.hasOwn(dayTypeNames, days);

/** Choices in order, including the next weekend's days. @param ahead the days after tomorrow */
function daysToChoose(ahead: readonly Day[], chosen: Day | null): (DayType | Day)[] {
	const days = ahead.filter((day) => weekendDays.includes(weekdayOf(day)));
	const all = chosen === null || days.includes(chosen) ? days : [...days, chosen].toSorted();
	return ['today', 'tomorrow', ...all, 'weekend', 'week', 'future'];
}

/** Ignores the jitter of a resting finger. */
const scrollTolerancePx = 8;

/** Sets `data-away` on the sticky bar while scrolling down. @param bar first sticky child of its parent */
function useHidesOnScroll(bar: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		let last = window.scrollY;
		const follow = () => {
			const element = bar.current;
			const now = window.scrollY;
			if (element === null || Math.abs(now - last) < scrollTolerancePx) return;
			const above = element.parentElement?.getBoundingClientRect().top ?? 0;
			element.toggleAttribute('data-away', now > last && above < -element.offsetHeight);
			last = now;
		};
		window.addEventListener('scroll', follow, { passive: true });
		return () => window.removeEventListener('scroll', follow);
	}, [bar]);
}

interface ListBarProps {
	city: Loc;
	filters: ListFilters;
	count: ReactNode;
}

export function ListBar({ city, filters, count }: ListBarProps) {
	const bar = useRef<HTMLDivElement>(null);
	useHidesOnScroll(bar);
	const today = useToday();
	const { types, surfaces } = usePageData().settings.brand;
	const dayName = useDayName();
	const { type, day } = filters;
	const hasDay = surfaces.includes('calendar');
	const tomorrow = addDays(today, 1);
	const chosen = day === today ? 'today' : day === tomorrow ? 'tomorrow' : (day ?? filters.dayType);
	const ahead = hasDay ? [2, 3, 4, 5, 6].map((count) => addDays(today, count)) : [];
	const nameOf = (days: DayType | Day) => {
		if (isDayType(days)) return dayName({ dayType: days, day: null });
		return ahead.includes(days) ? formatShortWeekday(days) : formatDay(days, today);
	};
	const change = (changed: Partial<ListFilters>) => pagePath.city(city.uid, { ...filters, ...changed });
	const typeName = nameOfType(type);
	const hasType = type !== defaultFilters.type;
	return (
		<div ref={bar} className={css.bar} data-list-bar>
			{hasDays(filters) && (
				<FilterChips
					label={m.events_when()}
					options={daysToChoose(ahead, isDayType(chosen) ? null : chosen)}
					current={chosen}
					name={nameOf}
					path={(each) => change(isDayType(each) ? { dayType: each, day: null } : { day: each })}
				/>
			)}
			<div className={`${controls.row} ${css.others}`}>
				<SheetButton
					title={m.events_type()}
					label={hasType ? typeName : m.events_type()}
					name={hasType ? `${m.events_type()}: ${typeName}` : undefined}
					isOn={hasType}
					remove={hasType ? { path: change({ type: defaultFilters.type }), name: typeName } : null}
				>
					<FilterChips
						label={m.events_type()}
						options={[defaultFilters.type, ...types]}
						current={type}
						name={nameOfType}
						path={(each) => change({ type: each })}
					/>
				</SheetButton>
				<ViewButton city={city} filters={filters} />
				<p role="status" className={css.count}>
					{count}
				</p>
			</div>
		</div>
	);
}

function ViewButton({ city: { uid, name }, filters }: { city: Loc; filters: ListFilters }) {
	const dialog = useId();
	const change = (changed: Partial<ListFilters>) => pagePath.city(uid, { ...filters, ...changed });
	const { surfaces } = usePageData().settings.brand;
	const { view, sort } = filters;
	const sorts = sortsOf(filters);
	const chosen = chosenView(filters);
	return (
		<>
			<SheetButton
				title={m.discover_sort_view()}
				label={chosen ?? m.discover_sort_view()}
				name={chosen === null ? undefined : `${m.discover_sort_view()}: ${chosen}`}
				isOn={chosen !== null}
				remove={
					sorts.length > 0 && chosen !== null
						? { path: change({ sort: defaultFilters.sort }), name: chosen }
						: null
				}
			>
				{sorts.length > 0 && (
					<>
						<p className={css.group}>{m.discover_sort()}</p>
						<FilterChips
							label={m.discover_sort()}
							options={sorts}
							current={sort}
							name={nameOfSort}
							path={(each) => change({ sort: each })}
						/>
					</>
				)}
				<p className={css.group}>{m.discover_view()}</p>
				<FilterChips
					label={m.discover_view()}
					options={views.filter((each) => isListOffered(surfaces, { view: each, q: '' }))}
					current={view}
					name={(each) => viewNames[each]()}
					path={(each) => change({ view: each })}
				/>
				<button
					{...opens(dialog)}
					className={controls.button}
					onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
				>
					{m.export_subscribe()}
				</button>
			</SheetButton>
			<Sheet id={dialog} title={m.export_subscribe_title({ city: name })}>
				<Suspense fallback={<Loading />}>
					<Subscriptions uid={uid} filters={filters} />
				</Suspense>
			</Sheet>
		</>
	);
}
