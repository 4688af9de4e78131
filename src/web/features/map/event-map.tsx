/** Events on a map, clustered and colored by type, with their cards next to the map or, on phones, in a sheet over it. */
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { usePositionRequest, useVisitorPosition } from '../../shared/visitor-position.ts';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useReportedCount } from '../event/result-count.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import css from './event-map.module.css';
import { MapAttribution } from './map-attribution.tsx';
import { type Box, isIn } from './map-clusters.ts';
import { MapFrame } from './map-frame.tsx';
import { useEventMap } from './use-event-map.ts';

/** Number of cards shown at first, and added by each tap; the map shows all events. */
const step = 60;

const none: readonly Event[] = [];

interface EventMapProps {
	city: Loc;
	/** Undefined while loading. Must be the same array for the same events. */
	events: readonly Event[] | undefined;
	now: WallClock;
	/** Shown below the list. */
	children: ReactNode;
}

export function EventMap({ city, events = none, now, children }: EventMapProps) {
	const { settings } = usePageData();
	const [selected, setSelected] = useState<readonly string[]>([]);
	const [hovered, setHovered] = useState<readonly string[]>([]);
	/** Bounds that the cards are limited to; null for no limit. */
	const [area, setArea] = useState<Box | null>(null);
	const [hasMoved, setMoved] = useState(false);
	const [max, setMax] = useState(step);
	const cards = useRef<HTMLUListElement>(null);
	const position = useVisitorPosition();
	const { request, ask } = usePositionRequest();
	const open = useMemo(() => events.filter((event) => phaseOf(event, now) !== 'over'), [events, now]);
	const placed = useMemo(() => open.filter(({ geo }) => geo !== null), [open]);
	const unplaced = open.filter(({ geo }) => geo === null);
	const listed = area === null ? placed : placed.filter((event) => isIn(area, event));
	useReportedCount(
		events === none
			? m.app_loading()
			: m.events_found({ count: listed.length + (area === null ? unplaced.length : 0) }),
	);
	/** Whether the cards are a row over the map, as on phones. */
	const isSheet = () => cards.current !== null && cards.current.scrollWidth > cards.current.clientWidth;
	const select = (ids: readonly string[]) => {
		setSelected(ids);
		map.highlight(ids);
	};
	const onSelect = (ids: readonly string[], byKeyboard: boolean) => {
		select(ids);
		const isListed = ids.some((id) => listed.some((event) => event.id === id));
		if (!isListed) setArea(null);
		const all = isListed ? listed : placed;
		const first = Math.min(
			...ids.map((id) => all.findIndex((event) => event.id === id)).filter((index) => index >= 0),
		);
		if (first >= max) setMax(first + 1);
		// By the next frame the card exists, even if it wasn't shown yet.
		requestAnimationFrame(() => {
			const card = cards.current?.querySelector<HTMLElement>(
				`[data-id="${CSS.escape(all[first]?.id ?? '')}"]`,
			);
			if (isSheet()) {
				// scrollIntoView would also scroll the page.
				const row = cards.current?.getBoundingClientRect();
				const box = card?.getBoundingClientRect();
				if (row && box)
					cards.current?.scrollBy({
						left: box.left + box.width / 2 - row.left - row.width / 2,
						behavior: 'instant',
					});
				map.show(all[first] ?? { geo: null });
			} else card?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
			if (byKeyboard) card?.querySelector('a')?.focus({ preventScroll: true });
		});
	};
	const map = useEventMap({
		events: placed,
		position,
		tileUrl: settings.map_tile_url,
		onSelect,
		onHover: setHovered,
		onMoved: () => setMoved(true),
	});
	const showPosition = async () => {
		const here = position ?? (await ask());
		if (here !== null) map.goTo(here);
	};
	/** In the sheet on phones, the middle card is the selected one. */
	const followSwipe = () => {
		const row = cards.current;
		const [first] = row?.children ?? [];
		if (!row || !(first instanceof HTMLElement) || !isSheet()) return;
		const card = row.children[Math.round(Math.abs(row.scrollLeft) / first.offsetWidth)];
		const event = listed.find(({ id }) => card instanceof HTMLElement && card.dataset.id === id);
		if (event === undefined || selected.includes(event.id)) return;
		select([event.id]);
		map.show(event);
	};
	const close = () => {
		map.focus(selected);
		select([]);
	};
	return (
		<div className={css.split} data-selects={selected.length > 0 || undefined}>
			<section className={css.view} aria-label={m.discover_map_of({ city: city.name })}>
				{hasMoved && (
					<Button
						className={css.area}
						onTap={() => {
							setArea(map.area());
							setMoved(false);
							setMax(step);
						}}
					>
						{m.discover_area()}
					</Button>
				)}
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
			</section>
			<section className={css.side}>
				<Button className={css.close} onTap={close}>
					{m.app_close()}
				</Button>
				<ul
					ref={cards}
					className={css.list}
					onScroll={followSwipe}
					onKeyDown={(event) => (event.key === 'Escape' ? close() : moveByArrowKeys(event))}
				>
					{listed.slice(0, max).map((event) => (
						<li
							key={event.id}
							data-id={event.id}
							data-selected={selected.includes(event.id) || hovered.includes(event.id) || undefined}
							onPointerEnter={() => map.highlight([event.id])}
							onPointerLeave={() => map.highlight(selected)}
							onFocus={() => map.highlight([event.id])}
							onBlur={() => map.highlight(selected)}
						>
							<EventCard event={event} headingLevel={2} />
						</li>
					))}
				</ul>
				{listed.length > max && (
					<Button className={css.more} onTap={() => setMax(max + step)}>
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
									<Link to={pagePath.event(id)} lang={langOf(title)}>
										{title}
									</Link>
								</li>
							))}
						</ul>
					</details>
				)}
			</section>
		</div>
	);
}
