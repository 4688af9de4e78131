/** Events on a map, clustered and colored by type, with their cards next to the map or, on phones, in a sheet over it. */
import type { LatLngBounds } from 'leaflet';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { distanceInKm } from '../../../contract/event/distance.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isOpen, phaseOf } from '../../../contract/event/times.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { useEntryState } from '../../shared/entry-state.ts';
import { useClock } from '../../shared/now.ts';
import { usePositionRequest } from '../../shared/visitor-position.ts';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { Button } from '../../ui/button.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import { useReportedCount } from '../lists/list-report.ts';
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
	/** Shown below the list. */
	children: ReactNode;
}

export function EventMap({ city, events = none, children }: EventMapProps) {
	const now = useClock();
	/** Events of the chosen place or cluster, which the cards are limited to; empty for no limit. */
	const [selected, setSelected] = useState<readonly string[]>([]);
	/** Events whose marker or card is under the pointer, or whose card has the focus. */
	const [pointed, point] = useState<readonly string[]>([]);
	/** What the visitor has zoomed or moved to, which limits the cards too; null for no limit. */
	const [area, setArea] = useState<LatLngBounds | null>(null);
	const [max, setMax] = useState(step);
	const focusOnMore = useFocusOnMore(max);
	const cards = useRef<HTMLUListElement>(null);
	const { position, request, ask } = usePositionRequest();
	const [{ isOnNow, isWalk }, limit] = useEntryState({ isOnNow: false, isWalk: false });
	const from = isWalk ? position : null;
	const open = useMemo(
		() => events.filter((event) => (isOnNow ? isOpen(event, now) : phaseOf(event, now) !== 'over')),
		[events, now, isOnNow],
	);
	const placed = useMemo(
		() => open.filter(({ geo }) => geo !== null && (from === null || distanceInKm(from, geo) <= walkKm)),
		[open, from],
	);
	const unplaced = from === null ? open.filter(({ geo }) => geo === null) : [];
	const isLimited = selected.length > 0 || isOnNow || isWalk;
	const isNarrowed = isLimited || area !== null;
	const listed = placed.filter(
		({ id, geo }) =>
			(selected.length === 0 || selected.includes(id)) &&
			(area === null || (geo !== null && area.contains([geo.latitude, geo.longitude]))),
	);
	const [first] = listed;
	const isOnePlace =
		selected.length > 0 &&
		listed.every(
			({ geo }) => geo?.latitude === first?.geo?.latitude && geo?.longitude === first?.geo?.longitude,
		);
	const found = { count: listed.length + (isNarrowed ? 0 : unplaced.length) };
	const count = isOnePlace ? m.discover_same_place(found) : m.events_found(found);
	const isEmpty = events !== none && found.count === 0;
	useReportedCount(events === none ? m.app_loading() : count);
	const select = (ids: readonly string[]) => {
		setSelected(ids);
		setMax(step);
	};
	const onSelect = (ids: readonly string[], focusesCard: boolean) => {
		select(ids);
		// By the next frame, the cards of the chosen place are shown.
		requestAnimationFrame(() => {
			const link = focusesCard ? cards.current?.querySelector('a') : null;
			link?.focus({ preventScroll: true });
		});
	};
	const map = useEventMap({
		events: placed,
		selected,
		pointed,
		onSelect,
		onPoint: point,
		onMoved: setArea,
	});
	const showPosition = async () => {
		const here = position ?? (await ask());
		if (here !== null) map.goTo(here);
		return here !== null;
	};
	const limitToWalk = async () => limit({ isWalk: !isWalk && (await showPosition()) });
	const showMore = () => {
		focusOnMore();
		setMax(max + step);
	};
	const showAll = () => {
		map.focus(selected);
		select([]);
		map.fit();
		setArea(null);
		limit({ isOnNow: false, isWalk: false });
	};
	return (
		<div className={css.split} data-selects={isLimited || isEmpty || undefined}>
			<section className={css.view} aria-label={m.discover_map_of({ city: city.name })}>
				<MapFrame map={map}>
					<button
						type="button"
						onClick={() => void showPosition()}
						aria-label={m.discover_near_ask()}
						aria-busy={request === 'asking'}
					>
						◎
					</button>
				</MapFrame>
				<div className={css.over}>
					<Button className="chip" aria-pressed={isOnNow} onTap={() => limit({ isOnNow: !isOnNow })}>
						{m.discover_part_now()}
					</Button>
					<Button className="chip" aria-pressed={isWalk} onTap={() => void limitToWalk()}>
						{m.discover_walk()}
					</Button>
					{isNarrowed && (
						<Button className="chip" onTap={showAll}>
							{m.discover_map_all()}
						</Button>
					)}
				</div>
			</section>
			<section className={css.side} data-empty={listed.length === 0 || undefined}>
				{(isLimited || isEmpty) && <p className={css.chosen}>{isEmpty ? m.discover_map_none() : count}</p>}
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
				{(request === 'denied' || request === 'unknown') && (
					<p role="status">{request === 'denied' ? m.discover_near_refused() : m.discover_near_unknown()}</p>
				)}
				{children}
				{unplaced.length > 0 && (
					<details>
						<summary>{m.discover_no_place({ count: unplaced.length })}</summary>
						<ul>
							{unplaced.map(({ id, title }) => (
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
