import { useQuery } from '@tanstack/react-query';
import { venueFirst } from '../../../contract/event/event.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { PageError } from '../../shared/error-notice.tsx';
import { usePastTime } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import { Loading } from '../../ui/placeholders.tsx';
import { PlaceLink } from '../event/place-link.tsx';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { groupByDay } from '../lists/group-by-day.ts';
import { indexQueries } from '../lists/index-queries.ts';
import { DayName } from '../lists/list-names.tsx';
import { PlaceMap } from '../map/place-map.tsx';

export function PlacePage() {
	const { uid = '', place = '' } = usePageParams();
	const { data, error, refetch } = useQuery(indexQueries.place(uid, place, usePageData()));
	const now = usePastTime();
	if (error && data === undefined) return <PageError error={error} onRetry={() => void refetch()} />;
	const events = data?.events.filter((event) => phaseOf(event, now) !== 'over') ?? [];
	const [first] = events;
	if (data === undefined || (first === undefined && data.is_reading)) return <Loading />;
	// A URL can contain any text: only the places of actual events become titles.
	if (first === undefined)
		return (
			<div className="notice">
				<PageHeading title={m.events_none_title()} />
				<a className="button" href={pagePath.city(uid)}>
					{m.events_further()}
				</a>
			</div>
		);
	return (
		<div className="sections" data-type={first.type ?? 'others'}>
			<PageHeading title={venueFirst({ address: place, locName: first.locName })} />
			<p className="row">
				<PlaceLink place={first} className="button" />
			</p>
			<PlaceMap event={first} />
			<p role="status">
				{data.total > data.events.length
					? m.events_shown({ shown: events.length, total: data.total })
					: m.events_found({ count: events.length })}
			</p>
			{groupByDay(events, false, now).map(({ day, events: ofDay }) => (
				<section key={day} className="section">
					<h2>
						<DayName day={day} />
					</h2>
					<CardList events={ofDay}>
						{(event) => <EventCard event={event} day={day} words={{ address: '' }} />}
					</CardList>
				</section>
			))}
			<p>
				<a className="button" href={pagePath.city(uid)}>
					{first.locName === '' ? m.events_further() : m.events_read_more({ city: first.locName })}
				</a>
			</p>
		</div>
	);
}
