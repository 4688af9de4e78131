/** The rows of a city's front page; links to other lists if there are no events. */
import type { Front } from '../../../contract/bff-api/front.ts';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import { isEvening } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { defaultFilters, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useNow } from '../../shared/now.ts';
import { NothingHere } from '../city-list/nothing-here.tsx';
import css from './front-page.module.css';
import { FrontRow } from './front-row.tsx';
import { shownFront } from './shown-front.ts';
import { TypeTiles } from './type-tiles.tsx';

interface FrontDayRowProps {
	city: Loc;
	front: Front;
	now: WallClock | null;
	isFirst: boolean;
}

/** A city's events of today, else of the weekend, else later. */
export function FrontDayRow({ city: { uid, name }, front, now, isFirst }: FrontDayRowProps) {
	const { tonight, weekend, upcoming } = shownFront(front, now);
	const [title, events, dayType] =
		tonight.length > 0
			? ([isEvening(tonight) ? m.front_tonight() : m.words_today(), tonight, 'today'] as const)
			: weekend.length > 0
				? ([m.words_weekend(), weekend, 'weekend'] as const)
				: ([m.words_future(), upcoming, 'future'] as const);
	if (events.length === 0) return null;
	return (
		<FrontRow
			title={`${name} · ${title}`}
			path={pagePath.city(uid, { dayType })}
			events={events}
			look={isFirst ? 'lead' : 'plain'}
			sizes={isFirst ? posterSizes.front : posterSizes.row}
		/>
	);
}

export function FrontRows({ city, front }: { city: Loc; front: Front }) {
	const { uid } = city;
	const { tonight, weekend, popular, upcoming, running } = shownFront(front, useNow());
	const all = [
		{
			title: isEvening(tonight) ? m.front_tonight() : m.words_today(),
			events: tonight,
			path: pagePath.city(uid, { dayType: 'today' }),
		},
		{ title: m.words_weekend(), events: weekend, path: pagePath.city(uid, { dayType: 'weekend' }) },
		{
			title: m.front_popular(),
			events: popular,
			path: pagePath.city(uid, { dayType: 'future', sort: 'interest' }),
			look: 'chart',
		},
		{
			title: m.words_future(),
			events: upcoming,
			path: pagePath.city(uid, { dayType: 'future', sort: 'start' }),
		},
		{ title: m.front_running(), events: running, path: pagePath.city(uid, { dayType: 'today' }) },
	] as const;
	const [lead, ...others] = all.filter(({ events }) => events.length > 0);
	if (lead === undefined) return <NothingHere city={city} filters={defaultFilters} />;
	return (
		<div className={css.front}>
			<FrontRow {...lead} look="lead" sizes={posterSizes.front} />
			{others.map((row) => (
				<FrontRow key={row.title} look="plain" {...row} sizes={posterSizes.row} />
			))}
			<TypeTiles uid={uid} posters={front.posters} />
		</div>
	);
}
