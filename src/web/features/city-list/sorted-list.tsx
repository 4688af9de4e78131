/** A city's list in an order other than the service's: reads the whole list (up to a limit), then sorts it. */
import { useQuery } from '@tanstack/react-query';
import { firstDay, isListed } from '../../../contract/event/agenda.ts';
import { distanceInKm } from '../../../contract/event/distance.ts';
import { type Event, interestIn } from '../../../contract/event/event.ts';
import type { Geo } from '../../../contract/event/fields.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isAtMost } from '../../../contract/event/price.ts';
import { phaseOf, sortByTimes } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import type { ListFilters, Sort } from '../../../contract/list-filters.ts';
import { languageTags } from '../../../contract/words/date-format.ts';
import { m, reader } from '../../i18n/messages.ts';
import { useEntryState } from '../../shared/entry-state.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock, usePastTime, useServiceNow, useToday } from '../../shared/now.ts';
import { usePositionRequest, useVisitorPosition } from '../../shared/visitor-position.ts';
import { Button } from '../../ui/button.tsx';
import { longListQuery } from '../event/event-queries.ts';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { nameOfSort } from '../lists/list-names.tsx';
import { countOf, useListReport } from '../lists/list-report.ts';
import { ShowMore } from '../lists/show-more.tsx';
import { Agenda } from './agenda.tsx';
import { NothingHere } from './nothing-here.tsx';

/** Number of cards shown at first, and added by each tap. */
const step = 20;

/** Distances beyond this aren't shown: the person isn't in the city. */
const maxKm = 100;

/** Infinite for an event without coordinates. */
function kmTo({ geo }: Event, position: Geo): number {
	return geo === null ? Number.POSITIVE_INFINITY : distanceInKm(position, geo);
}

/** Ties keep the service's order, and so does `near` if the position is unknown. */
function sortEvents(
	events: readonly Event[],
	sort: Sort,
	position: Geo | null,
	now: WallClock,
): readonly Event[] {
	if (sort === 'interest') return events.toSorted((a, b) => interestIn(b) - interestIn(a));
	if (sort === 'start') return sortByTimes(events, now);
	if (sort === 'near' && position !== null)
		// The difference of two infinite distances is NaN.
		return events.toSorted((a, b) => kmTo(a, position) - kmTo(b, position) || 0);
	return events;
}

export function SortedList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const now = useClock();
	const position = useVisitorPosition();
	const [max, setMax] = useEntryState('max', step);
	const list = useQuery(longListQuery({ locId: city.id, ...filters }));
	const today = useToday();
	const [past, serviceNow] = [usePastTime(), useServiceNow()];
	const isShown = (event: Event) =>
		phaseOf(event, past) !== 'over' &&
		isListed(event, filters.dayType, serviceNow) &&
		(filters.price === null || isAtMost(event.price, Number(filters.price)));
	const open = list.data?.items.filter(isShown) ?? [];
	const count = countOf({ is_reading: list.data === undefined, total: open.length }, '');
	useListReport({ count, events: open });
	if (list.isLoadingError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined) return null;

	const isNear = filters.sort === 'near';
	const sorted = sortEvents(open, filters.sort, position, now);
	const shown = sorted.slice(0, max);
	const near = isNear ? position : null;
	const isUnsorted = isNear && position === null;
	return (
		<>
			{isUnsorted && <AskForPosition />}
			{!list.data.isComplete && (
				<p className="count">{m.discover_first_only({ count: list.data.items.length })}</p>
			)}
			{sorted.length === 0 && <NothingHere city={city} filters={filters} />}
			{filters.sort === 'start' ? (
				<Agenda shown={shown} from={firstDay(filters.dayType, today)} />
			) : (
				<Section
					title={isUnsorted ? m.discover_sort_listed() : nameOfSort(filters.sort)}
					hidesTitle={!isUnsorted}
					events={shown}
					position={near}
				/>
			)}
			<ShowMore
				shown={shown.length}
				total={sorted.length}
				hasMore={shown.length < sorted.length}
				isAutomatic
				onMore={() => setMax(max + step)}
			/>
		</>
	);
}

interface SectionProps {
	title: string;
	/** Hides the heading visually, because the bar above shows the same text. */
	hidesTitle: boolean;
	events: readonly Event[];
	/** If set, cards show their distance from it. */
	position: Geo | null;
}

function Section({ title, hidesTitle, events, position }: SectionProps) {
	if (events.length === 0) return null;
	const noteOf = (event: Event) => {
		// Cards are memoized, so a new empty object would re-render each.
		if (position === null) return undefined;
		const km = kmTo(event, position);
		if (km === Number.POSITIVE_INFINITY) return { note: m.discover_no_distance() };
		return km > maxKm ? undefined : { note: m.discover_away({ distance: formatDistance(km) }) };
	};
	return (
		<section className="section">
			<h2 className={hidesTitle ? 'hidden' : undefined}>{title}</h2>
			<CardList events={events}>{(event) => <EventCard event={event} words={noteOf(event)} />}</CardList>
		</section>
	);
}

function AskForPosition() {
	const { request, ask } = usePositionRequest();
	const why = {
		idle: m.discover_near_why,
		asking: m.discover_near_asking,
		denied: m.discover_near_refused,
		unknown: m.discover_near_unknown,
	}[request];
	return (
		<div className="notice">
			<p role="status">{why()}</p>
			{request !== 'denied' && (
				<Button disabled={request === 'asking'} onTap={() => void ask()}>
					{m.discover_near_ask()}
				</Button>
			)}
		</div>
	);
}

/** For example `300 m`, `1.2 km`. The visitor's position is known to about 100 meters. */
function formatDistance(km: number): string {
	const isShort = km < 0.95;
	const [value, unit] = isShort ? [Math.max(100, km * 1_000), 'meter'] : [km, 'kilometer'];
	return new Intl.NumberFormat(languageTags[reader.locale], {
		style: 'unit',
		unit,
		maximumSignificantDigits: isShort ? 1 : 2,
	}).format(value);
}
