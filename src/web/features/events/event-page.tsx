/** One event: poster in full, when, where, text, people, and the way to take part. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { addressOf } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { phaseOf, useFromNow, useToday } from '../../i18n/now.ts';
import { whenInWords } from '../../i18n/when.ts';
import { ServiceError } from '../../service/errors.ts';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Avatar } from '../../ui/poster.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { AttendancePanel } from '../attendance/attendance-panel.tsx';
import { AddToCalendar } from '../calendar-export/add-to-calendar.tsx';
import { PeopleStrip } from '../people/people-strip.tsx';
import css from './event-page.module.css';
import { EventText } from './event-text.tsx';
import { type EventView, readEvent } from './event-view.ts';
import { typeInWords } from './event-words.ts';
import { PhaseBadge } from './phase-badge.tsx';
import { PosterView } from './poster-view.tsx';
import { eventQueries } from './queries.ts';
import { ShareButton } from './share-button.tsx';

export function EventPage() {
	const { id = '' } = useParams();
	const { data, error, refetch } = useQuery(eventQueries.detail(id, usePageData()));
	const isMissing = error instanceof ServiceError && (error.code === 107 || error.status === 404);
	if (isMissing) return <MissingEvent />;
	if (error && data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	if (data === undefined) return <p role="status">{m.app_loading()}</p>;
	return <EventScreen event={readEvent(data)} />;
}

function MissingEvent() {
	return (
		<div className={controls.notice}>
			<PageHeading title={m.events_not_found_title()} />
			<p>{m.events_not_found_text()}</p>
			<Link className={controls.button} to="/">
				{m.app_to_start()}
			</Link>
		</div>
	);
}

function EventScreen({ event }: { event: EventView }) {
	const { title, type, posters, isPrivate, isInvited, canInvite, locName, locId } = event;
	const isOver = useFromNow((now) => phaseOf(event, now) === 'over');
	return (
		<article className={css.event} data-type={type ?? 'others'}>
			<PosterView source={posters[0] ?? ''} title={title} type={type} />
			<div className={css.head}>
				<p className={css.kicker}>
					{type !== null && <span className={css.type}>{typeInWords(type)}</span>}
					<PhaseBadge event={event} />
					{isPrivate === true && <span>{m.events_private()}</span>}
					{isInvited === true && <span>{m.events_invited()}</span>}
					{canInvite === true && <span>{m.events_can_invite()}</span>}
				</p>
				<PageHeading title={title} className={css.title} />
				<Facts event={event} />
				<AttendancePanel event={event} isOver={isOver} />
				<div className={css.links}>
					<ShareButton title={title} />
					<AddToCalendar event={event} />
					<OwnPages event={event} />
				</div>
			</div>
			<div className={css.body}>
				{event.content !== null && event.content.trim() !== '' && (
					<section>
						<h2>{m.events_about()}</h2>
						<EventText content={event.content} />
					</section>
				)}
				<PeopleStrip eventId={event.id} kind="participants" count={event.participantCount} />
				<PeopleStrip eventId={event.id} kind="wishers" count={event.wisherCount} />
				{locId !== '' && (
					<p>
						<Link to={addressOf.city(locId)}>{m.events_read_more({ city: locName || locId })}</Link>
					</p>
				)}
			</div>
		</article>
	);
}

/** What the service has of the event: its page, for phones on a phone, and the album. */
function OwnPages({ event: { page, mobilePage, album } }: { event: EventView }) {
	const address = useIsNarrow() ? mobilePage : page;
	if (address === null) return null;
	const link = { className: `${controls.button} ${controls.quiet}`, rel: 'noreferrer', target: '_blank' };
	return (
		<>
			<a {...link} href={address}>
				{m.events_page()}
			</a>
			{album !== '' && (
				<a {...link} href={`${address.replace(/\/+$/, '')}/album/${encodeURIComponent(album)}`}>
					{m.events_album()}
				</a>
			)}
		</>
	);
}

function Facts({ event }: { event: EventView }) {
	const { locale } = useLocale();
	const { settings } = usePageData();
	const today = useToday();
	const { begin, end, address, geo, owner, participantCount, wisherCount } = event;
	const place = geo === null ? address : `${geo.latitude},${geo.longitude}`;
	const map =
		geo === null
			? `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
			: `https://www.openstreetmap.org/?mlat=${geo.latitude}&mlon=${geo.longitude}#map=16/${geo.latitude}/${geo.longitude}`;
	const directions =
		geo === null ? '' : `https://www.openstreetmap.org/directions?to=${geo.latitude}%2C${geo.longitude}`;
	return (
		<dl className={css.facts}>
			<div>
				<dt>{m.events_when()}</dt>
				<dd className={css.when}>{whenInWords(begin, end, locale, today)}</dd>
				{settings.time_zone !== null && <dd>{m.events_zone({ zone: settings.time_zone })}</dd>}
			</div>
			<div>
				<dt>{m.events_where()}</dt>
				<dd>
					{address}{' '}
					<a href={map} rel="noreferrer" target="_blank">
						{m.events_show_map()}
					</a>
					{geo !== null && (
						<>
							{' · '}
							<a href={directions} rel="noreferrer" target="_blank">
								{m.events_directions()}
							</a>
						</>
					)}
				</dd>
			</div>
			{owner !== null && (
				<div>
					<dt>{m.events_by()}</dt>
					<dd>
						<Link className={css.owner} to={addressOf.user(owner.id, 'created')}>
							<Avatar source={owner.avatar} size={32} />
							{owner.name}
						</Link>
					</dd>
				</div>
			)}
			<div>
				<dt className={controls.hidden}>{m.people_participants()}</dt>
				<dd>
					<span data-testid="participant-count">{m.events_going({ count: participantCount })}</span> ·{' '}
					<span data-testid="wisher-count">{m.events_wishing({ count: wisherCount })}</span>
				</dd>
			</div>
		</dl>
	);
}
