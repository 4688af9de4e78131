/** The rows of a city's front page; without any event, the links of an empty list. */
import type { Front } from '../../../contract/bff-api/front.ts';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import { isEvening } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { defaultFilters, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useNow } from '../../shared/now.ts';
import { NothingHere } from '../city-list/nothing-here.tsx';
import css from './front-page.module.css';
import { FrontRow } from './front-row.tsx';
import { shownFront } from './shown-front.ts';
import { TypeTiles } from './type-tiles.tsx';

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
