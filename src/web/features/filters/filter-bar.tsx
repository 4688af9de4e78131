/** Sticky bar above a city's list. Every choice is a link, so that it has a URL. */
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { dayRange } from '../../../contract/event/times.ts';
import { addDays, type Day, dayOf, startOfDay, weekdayOf } from '../../../contract/event/wall-clock.ts';
import { defaultFilters, type ListFilters, sortsOf, views } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { type DayType, dayTypes } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { ChangingText } from '../../ui/changing-text.tsx';
import { FilterChips, RemovableChip } from '../../ui/filter-chips.tsx';
import { opens } from '../../ui/invoker-commands.ts';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { Loading } from '../../ui/placeholders.tsx';
import { MenuButton, Sheet, SheetButton } from '../../ui/sheet.tsx';
import { formatDay } from '../days/format-when.ts';
import { chosenView, nameOfSort, nameOfType, useDayName, viewNames } from '../lists/list-names.tsx';
import type { FoundTime, ListReport } from '../lists/list-report.ts';
import css from './filter-bar.module.css';

const DayChoice = lazyPart(() => import('../days/day-choice.tsx'), 'DayChoice', <Loading />);
const Subscriptions = lazyPart(
	() => import('../calendar-export/subscriptions.tsx'),
	'Subscriptions',
	<Loading />,
);

/** Friday to Sunday. */
const weekendDays: readonly number[] = [5, 6, 0];

const isDayType = (days: Choice): days is DayType => dayTypes.some((each) => each === days);

const nextWeekend = 'next-weekend';
type Choice = DayType | typeof nextWeekend | Day;

/** Choices in order. @param ahead the days after tomorrow; empty if single days aren't offered */
function daysToChoose(ahead: readonly Day[], chosen: Choice | null): Choice[] {
	const days = ahead.filter((day) => weekendDays.includes(weekdayOf(day)));
	const isOther = chosen !== null && chosen !== nextWeekend && !isDayType(chosen) && !days.includes(chosen);
	const all = isOther ? [...days, chosen].toSorted() : days;
	const next = ahead.length > 0 ? ([nextWeekend] as const) : [];
	return ['today', 'tomorrow', ...all, 'weekend', ...next, 'week', 'future'];
}

function daysOfWeekend(today: Day, choice: Choice): { day: Day; until: Day } {
	const { from } = dayRange('weekend', startOfDay(today));
	const saturday = addDays(dayOf(from), choice === nextWeekend ? 7 : 0);
	return { day: saturday, until: addDays(saturday, 1) };
}

/** The choice that has these filters; null if none has. */
function choiceOf({ dayType, day, until }: ListFilters, today: Day): Choice | null {
	if (day === null) return dayType;
	if (until !== null)
		return (
			(['weekend', nextWeekend] as const).find((each) => {
				const weekend = daysOfWeekend(today, each);
				return day === weekend.day && until === weekend.until;
			}) ?? null
		);
	return day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : day;
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

interface FilterBarProps extends ListReport {
	city: Loc;
	filters: ListFilters;
}

export function FilterBar({ city, filters, time, hasPrices, count }: FilterBarProps) {
	const bar = useRef<HTMLDivElement>(null);
	useHidesOnScroll(bar);
	const navigate = useNavigate();
	const today = useToday();
	const { types, surfaces } = usePageData().settings.brand;
	const dayName = useDayName();
	const { type } = filters;
	const hasDay = surfaces.includes('calendar');
	const when = time?.when;
	const namesDay = when?.from != null;
	const max = time?.price?.max ?? filters.price;
	/** The search without the words that name a time or price. The price becomes a filter instead. */
	const others = { q: time?.words ?? filters.q, price: max === null ? null : String(max) };
	/** Null if the words name a part of the day, too, which no choice can express. */
	const chosenDays = !namesDay
		? filters
		: when.part === null
			? { ...filters, day: when.from, until: when.from === when.to ? null : when.to }
			: null;
	const chosen = chosenDays && choiceOf(chosenDays, today);
	const ahead = hasDay ? [2, 3, 4, 5, 6].map((count) => addDays(today, count)) : [];
	const nameOf = (days: Choice) => {
		if (days === nextWeekend) return m.discover_next_weekend();
		return isDayType(days) ? dayName({ dayType: days, day: null }) : formatDay(days, today);
	};
	/** A chosen day replaces the day that the words name. */
	const pathOf = (days: Choice) =>
		change({
			...(namesDay ? others : {}),
			...(days === nextWeekend
				? daysOfWeekend(today, days)
				: isDayType(days)
					? { dayType: days, day: null, until: null }
					: { day: days, until: null }),
		});
	const change = (changed: Partial<ListFilters>) => pagePath.city(city.uid, { ...filters, ...changed });
	const foundTime = when && !(namesDay && chosen) && (
		<RemovableChip name={nameOfTime(when, today)} path={change(others)} />
	);
	const typeName = nameOfType(type);
	const hasType = type !== defaultFilters.type;
	const typeChips = (
		<FilterChips
			label={m.events_type()}
			options={[defaultFilters.type, ...types]}
			current={type}
			name={nameOfType}
			path={(each) => change({ type: each })}
		/>
	);
	return (
		<div ref={bar} className={`screen ${css.bar}`} data-filter-bar>
			{filters.view !== 'calendar' && (
				<FilterChips
					label={m.events_when()}
					options={daysToChoose(ahead, chosen)}
					current={chosen}
					name={nameOf}
					path={pathOf}
					first={foundTime}
				>
					{hasDay && (
						<SheetButton className="chip" title={m.discover_pick_day()}>
							<DayChoice
								first={today}
								last={addDays(today, maxDaysAhead)}
								value={filters.day}
								onChoose={(day) => navigate(pathOf(day), { state: { keepsFocus: true } })}
							/>
						</SheetButton>
					)}
				</FilterChips>
			)}
			{/* The map shows the types in a row; other views have a menu. */}
			{filters.view === 'map' && typeChips}
			<div className={`row ${css.others}`}>
				{filters.view === 'calendar' && foundTime}
				{filters.view !== 'map' && (
					<MenuButton
						title={m.events_type()}
						label={hasType ? typeName : m.events_type()}
						name={hasType ? `${m.events_type()}: ${typeName}` : undefined}
						isOn={hasType}
						remove={hasType ? { path: change({ type: defaultFilters.type }), name: typeName } : null}
					>
						{typeChips}
					</MenuButton>
				)}
				<ViewButton city={city} filters={filters} />
				{max !== null ? (
					<RemovableChip
						name={Number(max) === 0 ? m.words_free() : m.events_price_up_to({ price: String(max) })}
						path={change({ price: null, q: withoutText(filters.q, time?.price?.text) })}
					/>
				) : (
					hasPrices && (
						<a className="chip" href={change({ price: '0' })}>
							{m.words_free()}
						</a>
					)
				)}
				<p role="status" className={css.count}>
					{count && <ChangingText text={count} />}
				</p>
			</div>
		</div>
	);
}

/** The time that a search names: `Evening, Sat 21 Nov`. */
function nameOfTime({ from, to, part }: NonNullable<FoundTime['when']>, today: Day): string {
	const [begin, end] = [from, to].map((day) => day && formatDay(day, today));
	const days = begin && end && (begin === end ? begin : m.events_from_to({ begin, end }));
	const partName = part && m[`discover_part_${part}`]();
	return partName && days ? m.discover_time_found({ part: partName, days }) : (partName ?? days ?? '');
}

const withoutText = (q: string, text = ''): string => q.replace(text, ' ').replace(/\s+/g, ' ').trim();

/** A service may list events for years ahead; a picker shouldn't. */
const maxDaysAhead = 730;

function ViewButton({ city: { uid, name }, filters }: { city: Loc; filters: ListFilters }) {
	const dialog = useId();
	const change = (changed: Partial<ListFilters>) => pagePath.city(uid, { ...filters, ...changed });
	const { surfaces } = usePageData().settings.brand;
	const { view, sort } = filters;
	const sorts = sortsOf(filters);
	const chosen = chosenView(filters);
	return (
		<>
			<MenuButton
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
					className="button"
					data-scripted
					onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
				>
					{m.export_subscribe()}
				</button>
			</MenuButton>
			<Sheet id={dialog} title={m.export_subscribe_title({ city: name })}>
				<Subscriptions uid={uid} filters={filters} />
			</Sheet>
		</>
	);
}
