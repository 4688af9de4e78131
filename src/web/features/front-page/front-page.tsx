import { useQuery } from '@tanstack/react-query';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isAllDay } from '../../../contract/event/times.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock, useNamedToday, useServiceNow, useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { Loading } from '../../ui/placeholders.tsx';
import { nextOf, useUpcoming } from '../attendance/own-queries.ts';
import { formatDay, formatWhen } from '../days/format-when.ts';
import { whenNear } from '../lists/show-more.tsx';
import css from './front-page.module.css';
import { embeddedFront, frontQuery } from './front-query.ts';
import { FrontRows } from './front-rows.tsx';

export function FrontPage({ city }: { city: Loc }) {
	const query = useQuery(frontQuery(city, embeddedFront(city, usePageData())));
	const { data: front, error, refetch } = query;
	/** Whether to read the other rows when they come near the viewport. */
	const isPart = front?.isPart === true && error === null && !query.isFetching;
	return (
		<>
			<ListLinks uid={city.uid} />
			{front !== undefined ? (
				<>
					<FrontRows city={city} front={front} />
					{isPart && <div ref={(end) => whenNear(end, () => void refetch())} />}
				</>
			) : error === null ? (
				<Loading />
			) : (
				<ErrorNotice error={error} onRetry={() => void refetch()} />
			)}
		</>
	);
}

function ListLinks({ uid }: { uid: string }) {
	const { surfaces } = usePageData().settings.brand;
	const lists = [
		[m.front_all(), { dayType: 'future', sort: 'start' }],
		[m.discover_sort_near(), { dayType: 'today', sort: 'near' }],
		[m.words_tomorrow(), { dayType: 'tomorrow' }],
		[m.words_weekend(), { dayType: 'weekend' }],
		[m.words_week(), { dayType: 'week' }],
		[m.discover_map(), { dayType: 'week', view: 'map' }],
		[m.words_calendar(), { view: 'calendar' }],
	] as const;
	return (
		<nav className="chips" aria-label={m.front_ways()}>
			{lists
				.filter(([, filters]) => isListOffered(surfaces, { view: 'list', q: '', ...filters }))
				.map(([name, filters]) => (
					<a key={name} className="chip" href={pagePath.city(uid, filters)}>
						{name}
					</a>
				))}
		</nav>
	);
}

/** Next to the city's name: the day or, if signed in, the next event. Both are equally high, so that nothing shifts. */
export function DayOrNextEvent({ city }: { city: Loc }) {
	const { userId } = useSession();
	const [today, namedToday] = [useToday(), useNamedToday()];
	const now = useClock();
	const next = nextOf(useUpcoming(typeof userId === 'string'), now, useServiceNow());
	if (next === undefined) return <p className={css.day}>{formatDay(today)}</p>;
	return (
		<p className={css.next} data-up-next>
			<a href={pagePath.event(next.id)}>
				<span className={css.when}>
					{m.attendance_next()} · {formatWhen(isAllDay(next) ? next : { ...next, end: null }, namedToday)}
				</span>{' '}
				<b className={css.title} lang={langOf(next.title)}>
					{next.locId !== city.id && next.locName !== '' && `${next.locName} · `}
					{next.title}
				</b>
			</a>
		</p>
	);
}
