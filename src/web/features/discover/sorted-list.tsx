/** A city's list in another order than the service's: all of it is read first, as far as it is, then sorted here. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Loc } from '../../../contract/resources.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { phaseOf, startsSoon, useNow } from '../../i18n/now.ts';
import controls from '../../ui/controls.module.css';
import css from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import type { EventView } from '../events/event-view.ts';
import { type Place, usePlace, usePlaceRequest } from './place.tsx';
import { discoverQueries } from './queries.ts';
import { distanceOf, sortEvents } from './sort-events.ts';

/** Cards that are shown at first, and added by each press. */
const step = 40;

export function SortedList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const now = useNow();
	const place = usePlace();
	const [most, setMost] = useState(step);
	const list = useQuery(discoverQueries.long(city.id, filters.dayType, filters.type));
	if (list.error && list.data === undefined)
		return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined || now === null) return <p role="status">{m.app_loading()}</p>;

	const isNear = filters.sort === 'near';
	const open = list.data.events.filter((event) => phaseOf(event, now) !== 'over');
	const sorted = sortEvents(open, filters.sort, place);
	const soon = filters.sort === 'start' ? sorted.filter((event) => startsSoon(event, now)) : [];
	const rest = soon.length === 0 ? sorted : sorted.filter((event) => !soon.includes(event));
	const shown = rest.slice(0, most);
	const near = isNear ? place : null;
	return (
		<>
			{isNear && place === null && <AskForPlace />}
			<p role="status" className={css.count}>
				{m.events_found({ count: sorted.length })}
			</p>
			{list.data.total > list.data.events.length && (
				<p className={css.count}>
					{m.discover_sorted_partly({ count: list.data.events.length, total: list.data.total })}
				</p>
			)}
			{soon.length > 0 && (
				<section className={css.section}>
					<h2>{m.discover_soon()}</h2>
					<Cards events={soon} place={near} headingLevel={3} />
				</section>
			)}
			<section className={css.section}>
				<h2>{orderWords[filters.sort]()}</h2>
				<Cards events={shown} place={near} headingLevel={3} />
			</section>
			{shown.length < rest.length && (
				<div className={css.more}>
					<p>{m.events_shown({ shown: shown.length + soon.length, total: sorted.length })}</p>
					<button type="button" className={controls.button} onClick={() => setMost(most + step)}>
						{m.events_more()}
					</button>
				</div>
			)}
		</>
	);
}

const orderWords = {
	listed: m.discover_sort_listed,
	start: m.discover_sort_start,
	near: m.discover_sort_near,
	interest: m.discover_sort_interest,
};

interface CardsProps {
	events: readonly EventView[];
	/** Where distances are counted from; null: none are shown. */
	place: Place | null;
	headingLevel: 2 | 3;
}

function Cards({ events, place, headingLevel }: CardsProps) {
	const { locale } = useLocale();
	const format = new Intl.NumberFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { maximumSignificantDigits: 2 });
	const noteOf = (event: EventView) => {
		// Undefined, not an empty object: a card that has not changed is not drawn again.
		if (place === null) return undefined;
		const km = distanceOf(event, place);
		return {
			note: Number.isFinite(km) ? m.discover_km({ km: format.format(km) }) : m.discover_no_distance(),
		};
	};
	return (
		<ul className={css.grid}>
			{events.map((event) => (
				<li key={event.id}>
					<EventCard event={event} headingLevel={headingLevel} words={noteOf(event)} />
				</li>
			))}
		</ul>
	);
}

function AskForPlace() {
	const { request, ask } = usePlaceRequest();
	const why = {
		idle: m.discover_near_why,
		asking: m.discover_near_asking,
		refused: m.discover_near_refused,
		unknown: m.discover_near_unknown,
	}[request];
	return (
		<div className={controls.notice}>
			<p role="status">{why()}</p>
			{request !== 'refused' && (
				<button type="button" className={controls.button} disabled={request === 'asking'} onClick={ask}>
					{m.discover_near_ask()}
				</button>
			)}
		</div>
	);
}
