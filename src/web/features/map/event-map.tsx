/** Events on a map, clustered and colored by type, with their cards beside it or, on phones, in a sheet over it. */
import { type LatLngBoundsLiteral, latLngBounds } from 'leaflet';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { distanceInKm } from '../../../contract/event/distance.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isOpen, phaseOf } from '../../../contract/event/times.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { useEntryState } from '../../shared/entry-state.ts';
import { usePastTime, useServiceNow } from '../../shared/now.ts';
import { usePositionRequest } from '../../shared/visitor-position.ts';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import { useListReport } from '../lists/list-report.ts';
import { useFocusOnMore } from '../lists/show-more.tsx';
import css from './event-map.module.css';
import { MapAttribution, MapFrame } from './map-frame.tsx';
import { useEventMap } from './use-event-map.ts';

/** Number of cards shown at first, and added by each tap; the map shows all events. */
const step = 60;
/** As the crow flies: streets make it a walk of fifteen minutes. */
const walkKm = 1;

const none: readonly Event[] = [];

interface EventMapProps {
	city: Loc;
	/** Undefined while loading. Must be the same array for the same events. */
	events: readonly Event[] | undefined;
	limits: ReturnType<typeof useLimits>;
	/** Shown below the list. */
	children: ReactNode;
}

/** The visitor's choices. All limit the cards; the first two, also the markers. */
interface Limits {
	isOnNow: boolean;
	isWalk: boolean;
	/** Ids of the events at the chosen place or in the chosen cluster; empty for no limit. */
	selected: readonly string[];
	/** The area to which the visitor has zoomed or moved; null for no limit. */
	area: LatLngBoundsLiteral | null;
}
const unlimited: Limits = { isOnNow: false, isWalk: false, selected: [], area: null };

export function useLimits() {
	const [limits, setLimits] = useEntryState('limits', unlimited);
	const limit = (changed: Partial<Limits>) => setLimits((before) => ({ ...before, ...changed }));
	return [limits, limit] as const;
}

const isIn = (area: LatLngBoundsLiteral, { geo }: Event) =>
	geo !== null && latLngBounds(area).contains([geo.latitude, geo.longitude]);

const areAtOnePlace = (events: readonly Event[]) =>
	new Set(events.map(({ geo }) => `${geo?.latitude} ${geo?.longitude}`)).size === 1;

export function EventMap({ city, events = none, limits, children }: EventMapProps) {
	const [now, past] = [useServiceNow(), usePastTime()];
	const [{ isWalk, selected, area, ...limited }, limit] = limits;
	/** Whether “On now” leaves any event. In a later weekend's list, for example, it leaves none. */
	const hasOpen = useMemo(() => now !== null && events.some((event) => isOpen(event, now)), [events, now]);
	const isOnNow = hasOpen && limited.isOnNow;
	const { position, request, ask } = usePositionRequest();
	const showMessage = useMessage();
	const from = isWalk ? position : null;
	const { onMap = none, withoutPlace = none } = useMemo(() => {
		const isNear = ({ geo }: Event) => from === null || (geo !== null && distanceInKm(from, geo) <= walkKm);
		const isTimely = (event: Event) => (isOnNow ? isOpen(event, now) : phaseOf(event, past) !== 'over');
		const open = events.filter((event) => isTimely(event) && isNear(event));
		return Object.groupBy(open, ({ geo }) => (geo === null ? 'withoutPlace' : 'onMap'));
	}, [events, now, past, isOnNow, from]);
	/** Also empty if other filters exclude all events at the chosen place. */
	const atPlace = onMap.filter(({ id }) => selected.includes(id));
	const isPlace = atPlace.length > 0;
	const listed = (isPlace ? atPlace : onMap).filter((event) => area === null || isIn(area, event));
	/** Whether the visitor has chosen what the cards show. Phones show no cards until then. */
	const isChosen = isPlace || isOnNow || isWalk;
	const isAll = !isChosen && area === null;
	const found = { count: listed.length + (isAll ? withoutPlace.length : 0) };
	const isEmpty = events !== none && found.count === 0;
	const count = isPlace && areAtOnePlace(listed) ? m.discover_same_place(found) : m.events_found(found);
	useListReport({ count: events === none ? m.app_loading() : count });

	/** Events whose marker or card is under the pointer, or whose card has the focus. */
	const [pointed, point] = useState<readonly string[]>([]);
	const [max, setMax] = useState(step);
	const focusOnMore = useFocusOnMore(max);
	const cards = useRef<HTMLUListElement>(null);
	const onSelect = (ids: readonly string[], focusesCard: boolean) => {
		limit({ selected: ids });
		setMax(step);
		// The cards of the chosen place are rendered by the next frame.
		requestAnimationFrame(() => {
			const link = focusesCard ? cards.current?.querySelector('a') : null;
			link?.focus({ preventScroll: true });
		});
	};
	const onMoved = (moved: LatLngBoundsLiteral) => limit({ area: moved });
	const shown = useEventMap({ events: onMap, area, selected, pointed, onSelect, onPoint: point, onMoved });
	const { map } = shown;
	const showPosition = async () => {
		const here = position ?? (await ask());
		if (typeof here !== 'string') map?.goTo(here);
		else showMessage({ text: here === 'denied' ? m.discover_near_refused() : m.front_near_unknown() });
		return typeof here !== 'string';
	};
	const limitToWalk = async () => limit({ isWalk: !isWalk && (await showPosition()) });
	const showMore = () => {
		focusOnMore();
		setMax(max + step);
	};
	const showAll = () => {
		map?.focus(selected);
		map?.fit();
		limit(unlimited);
		setMax(step);
	};
	return (
		<div className={css.split} data-selects={isChosen || isEmpty || undefined}>
			<section className={css.view} aria-label={m.discover_map_of({ city: city.name })}>
				<MapFrame
					{...shown}
					over={
						<>
							<Button className="chip" aria-pressed={isWalk} onTap={() => void limitToWalk()}>
								{m.discover_walk()}
							</Button>
							{hasOpen && (
								<Button className="chip" aria-pressed={isOnNow} onTap={() => limit({ isOnNow: !isOnNow })}>
									{m.discover_part_now()}
								</Button>
							)}
							{!isAll && (
								<Button className="chip" onTap={showAll}>
									{m.discover_map_all()}
								</Button>
							)}
						</>
					}
				>
					<button
						type="button"
						onClick={() => void showPosition()}
						aria-label={m.discover_near_ask()}
						aria-busy={request === 'asking'}
					>
						<Icon path="M12 6a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM12 2v4M12 18v4M2 12h4M18 12h4" />
					</button>
				</MapFrame>
			</section>
			<section className={css.side} data-empty={listed.length === 0 || undefined}>
				{(isChosen || isEmpty) && <p className={css.chosen}>{isEmpty ? m.discover_map_none() : count}</p>}
				<ul
					ref={cards}
					className={css.list}
					onKeyDown={(event) => (event.key === 'Escape' ? showAll() : moveByArrowKeys(event))}
				>
					{listed.slice(0, max).map((event) => (
						<li
							key={event.id}
							data-id={event.id}
							data-selected={pointed.includes(event.id) || undefined}
							onPointerEnter={() => point([event.id])}
							onPointerLeave={() => point([])}
							onFocus={() => point([event.id])}
							onBlur={() => point([])}
						>
							<EventCard event={event} headingLevel={2} />
						</li>
					))}
				</ul>
				{listed.length > max && (
					<Button className={css.more} onTap={showMore}>
						{m.events_more()}
					</Button>
				)}
			</section>
			<section className={css.notes}>
				<MapAttribution />
				{children}
				{withoutPlace.length > 0 && (
					<details>
						<summary>{m.discover_no_place({ count: withoutPlace.length })}</summary>
						<ul>
							{withoutPlace.map(({ id, title }) => (
								<li key={id}>
									<a href={pagePath.event(id)} lang={langOf(title)}>
										{title}
									</a>
								</li>
							))}
						</ul>
					</details>
				)}
			</section>
		</div>
	);
}
