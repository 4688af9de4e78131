import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Related } from '../../../contract/bff-api/front.ts';
import { imageUrl, posterSizes } from '../../../contract/bff-api/images.ts';
import { isEvening } from '../../../contract/event/agenda.ts';
import { type Event, isPublic, type PublicEvent, placeKey, placeOf } from '../../../contract/event/event.ts';
import { hasSeveralDays } from '../../../contract/event/times.ts';
import { bffPath, pagePath, pagePatterns } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { ErrorNotice, NotFoundPage, PageError } from '../../shared/error-notice.tsx';
import { meaningOfError } from '../../shared/errors.ts';
import { useNamedToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/placeholders.tsx';
import { isPlainClick } from '../../ui/plain-click.ts';
import { Poster } from '../../ui/poster.tsx';
import { SheetButton } from '../../ui/sheet.tsx';
import { useInBrowser, useIsInBrowser } from '../../ui/use-in-browser.ts';
import { AttendancePanel } from '../attendance/attendance-panel.tsx';
import { ChangedNote, SameTimeNote } from '../attendance/event-notes.tsx';
import { ShareButton } from '../attendance/share-event.tsx';
import { useStatus } from '../attendance/use-own-relation.ts';
import { AddToCalendar, CalendarLinks } from '../calendar-export/add-to-calendar.tsx';
import { formatZone } from '../days/format-names.ts';
import { formatWhen } from '../days/format-when.ts';
import { eventKeys, eventQueries } from '../event/event-queries.ts';
import { useOpenedCard } from '../event/opened-card.ts';
import { PhaseBadge } from '../event/phase-badge.tsx';
import { mapUrl, PlaceLink } from '../event/place-link.tsx';
import { CardList, EventCard, placeholderOf } from '../event-cards/event-card.tsx';
import { nameOfType } from '../lists/list-names.tsx';
import { whenNear } from '../lists/show-more.tsx';
import { PlaceMap } from '../map/place-map.tsx';
import { PeopleStrip } from '../people/people-strip.tsx';
import css from './event-page.module.css';
import { EventText } from './event-text.tsx';

export function EventPage() {
	const { id = '' } = usePageParams();
	const card = useOpenedCard(id);
	const { data, error, refetch } = useQuery(eventQueries.detail(id, usePageData()));
	const meaning = meaningOfError(error);
	if (meaning === 'absent') return <NoSuchEvent />;
	const event = data ?? (meaning === 'closed' ? undefined : card?.event);
	const failure = error && { error, onRetry: () => void refetch() };
	if (event === undefined) return failure ? <PageError {...failure} /> : <Loading />;
	return (
		<KnownEvent event={event} isWhole={data !== undefined} cardSizes={card?.sizes}>
			{data === undefined && failure && <ErrorNotice {...failure} />}
		</KnownEvent>
	);
}

/** Private events look nonexistent to people who are not invited or not signed in. */
function NoSuchEvent() {
	const isSignedOut = useSession().userId === null;
	return (
		<NotFoundPage
			title={m.words_event_not_found()}
			text={isSignedOut ? m.events_not_found_text() : m.events_not_found_signed_in()}
		>
			{isSignedOut && <SignInButton />}
		</NotFoundPage>
	);
}

interface KnownEventProps {
	event: Event;
	/** False for an event from a card, which has no text and no personal fields. */
	isWhole: boolean;
	/** `sizes` attribute of the poster on the card that led here. */
	cardSizes: string | undefined;
	/** Shown while the event is not whole. */
	children: ReactNode;
}

function KnownEvent({ event, isWhole, cardSizes, children }: KnownEventProps) {
	const { title, type, subtype, privacy, isInvited, canInvite, content, contentImages, locName, locId } =
		event;
	const isOver = useStatus(event) === 'expired';
	return (
		<article className={css.event} data-type={type ?? 'others'}>
			<div className={css.poster}>
				<BackLink locId={locId} />
				<PosterView event={event} cardSizes={cardSizes} />
			</div>
			<div className={css.main}>
				<div className={css.head}>
					<p className={`row ${css.kicker}`}>
						{type !== null && <span className={css.type}>{nameOfType(type)}</span>}
						{subtype !== undefined && <bdi lang={langOf(subtype)}>{subtype}</bdi>}
						<PhaseBadge event={event} />
						{privacy === 'private' && <span>{m.events_private()}</span>}
						{/* The response for a public event is shared by all visitors, so it doesn't say who is invited. */}
						{privacy !== 'public' && isInvited === true && <span>{m.events_invited()}</span>}
						{privacy !== 'public' && canInvite === true && <span>{m.events_can_invite()}</span>}
					</p>
					<PageHeading title={title} />
					<EventFacts event={event} isWhole={isWhole} />
					{children}
					{isWhole && !isOver && <ChangedNote event={event} />}
					{/* Rendered from the start, because Join must not replace the navigation under a finger. */}
					<AttendancePanel event={event} menu={<CalendarLinks event={event} title={m.export_add()} />} />
					{isWhole && (
						<>
							<SameTimeNote event={event} isOver={isOver} />
							<div className={`screen row ${css.links}`}>
								<ShareButton event={event} />
								<ServicePages event={event} />
								<AddToCalendar event={event} />
							</div>
						</>
					)}
				</div>
				{isWhole && content !== null && content.trim() !== '' && (
					<section className={css.body}>
						<h2>{m.events_about()}</h2>
						<EventText content={content} images={contentImages} />
					</section>
				)}
				{isWhole && event.geo !== null && (
					<div className={`screen ${css.body}`} data-scripted>
						<PlaceMap event={event} />
					</div>
				)}
				{isWhole && (
					<div className={`screen ${css.body} ${css.more}`}>
						<PeopleStrip eventId={event.id} kind="participants" count={event.participantCount} />
						<PeopleStrip eventId={event.id} kind="wishers" count={event.wisherCount} />
						{isPublic(event) && <RelatedEvents event={event} />}
						{locId !== '' && (
							<p>
								<a className="button" href={pagePath.city(locId)}>
									{locName === '' ? m.events_further() : m.events_read_more({ city: locName })}
								</a>
							</p>
						)}
					</div>
				)}
			</div>
		</article>
	);
}

/** For phones, where Join replaces the navigation. Goes back, or to the event's city if the visit started here. */
function BackLink({ locId }: { locId: string }) {
	return (
		<a
			className={`screen ${css.back}`}
			href={locId === '' ? pagePatterns.home : pagePath.city(locId)}
			onClick={(event) => {
				// Browsers before 2026 may lack the Navigation API.
				if (!isPlainClick(event) || !globalThis.navigation?.canGoBack) return;
				event.preventDefault();
				window.history.back();
			}}
		>
			<span aria-hidden="true">‹</span>
			<span className="hidden">{m.app_back()}</span>
		</a>
	);
}

/** Whether a URL is at this host or a subdomain. Comparing last labels isn't enough: many hosts share `co.uk`. */
const isAt = (host: string, url: string) =>
	`.${new URL(url).hostname}`.endsWith(`.${host.replace(/^www\./, '')}`);

const iconPaths = {
	out: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
	photos: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 8.5v.5',
};

function ServicePages({ event: { page, mobilePage, album } }: { event: Event }) {
	const { service_name, authorization_endpoint } = usePageData().settings;
	const isPhone = useInBrowser(() => window.matchMedia('(max-width: 36rem)').matches, false);
	const url = isPhone ? mobilePage : page;
	const isService = url !== null && isAt(new URL(authorization_endpoint).hostname, url);
	const link = { className: 'button quiet', rel: 'noreferrer', target: '_blank' };
	return (
		<>
			{url !== null && (
				<a {...link} href={url}>
					<Icon path={iconPaths.out} />
					{m.events_page({ service: isService ? service_name : new URL(url).host })}
				</a>
			)}
			{album !== null && (
				<a {...link} href={album}>
					<Icon path={iconPaths.photos} />
					{m.events_album()}
				</a>
			)}
		</>
	);
}

function PosterView({ event, cardSizes }: Pick<KnownEventProps, 'event' | 'cardSizes'>) {
	/** Starts with the card's image, which the browser shows until the page's image has loaded. */
	const firstSizes = useDeferredValue(undefined, cardSizes);
	const { title, type, posters } = event;
	const [source = null] = posters;
	const alt = m.events_poster({ title });
	const poster = (
		<Poster
			source={firstSizes === undefined ? source : (posters.at(-1) ?? null)}
			alt={alt}
			sizes={firstSizes ?? posterSizes.event}
			isFirst
			type={type}
			{...placeholderOf(event)}
		/>
	);
	if (source === null) return poster;
	return (
		<SheetButton
			className={css.enlarge}
			label={poster}
			name={`${m.events_enlarge()}: ${title}`}
			title={alt}
			look="picture"
			isStatic
		>
			{/* The title describes the image. With an empty `alt`, a failed image shows no text. */}
			<img src={imageUrl(source, 1280)} alt="" loading="lazy" />
		</SheetButton>
	);
}

function RelatedEvents({ event }: { event: Event }) {
	const { id, begin, owner } = event;
	const [isNear, setNear] = useState(false);
	const { data } = useQuery({
		queryKey: [...eventKeys.lists, 'related', id],
		queryFn: ({ signal }) => callBff<Related>('GET', bffPath.related(id), undefined, { signal }),
		staleTime: 5 * 60_000,
		retry: false,
		enabled: isNear,
	});
	const nearby = data?.nearby ?? [];
	const day = isEvening([{ begin }, ...nearby]) ? m.events_that_evening() : m.events_that_day();
	return (
		<>
			<Cards title={day} events={nearby} />
			<Cards title={m.events_more_by({ name: owner?.name ?? '' })} events={data?.by ?? []} />
			<div ref={(end) => whenNear(end, () => setNear(true))} />
		</>
	);
}

function Cards({ title, events }: { title: string; events: readonly PublicEvent[] }) {
	if (events.length === 0) return null;
	return (
		<section>
			<h2>{title}</h2>
			<CardList events={events}>{(event) => <EventCard event={event} />}</CardList>
		</section>
	);
}

/** The service's zone, unless it is the browser's. A component of its own, because formatting takes milliseconds. */
function ForeignZone() {
	const { time_zone: zone } = usePageData().settings;
	const isInBrowser = useIsInBrowser();
	const name = isInBrowser && zone !== null ? formatZone(zone) : undefined;
	return name !== undefined && name !== formatZone() && ` · ${name}`;
}

function EventFacts({ event, isWhole }: Pick<KnownEventProps, 'event' | 'isWhole'>) {
	const today = useNamedToday();
	const { owner, participantCount, wisherCount, timeText = '', hours, tags = [], locId } = event;
	const place = <bdi lang={langOf(placeOf(event))}>{placeOf(event)}</bdi>;
	const hasPage = isPublic(event) && event.locId !== '' && placeKey(event) !== '';
	const going = participantCount > 0 ? m.events_going({ count: participantCount }) : '';
	const interested = wisherCount > 0 ? m.events_interested({ count: wisherCount }) : '';
	return (
		<dl className={css.facts}>
			<div>
				{/* The time zone appears after the first render, so it is on a line with enough room. */}
				<dt>
					{m.events_when()}
					<ForeignZone />
				</dt>
				<dd className={css.when}>{formatWhen(event, today, true)}</dd>
			</div>
			{/* The service's own text, if its hours couldn't be parsed, for example because they differ by weekday. */}
			{hours === undefined && hasSeveralDays(event) && /\d[:：]\d\d/.test(timeText) && (
				<div>
					<dt>{m.events_hours()}</dt>
					<dd>
						<bdi lang={langOf(timeText)}>{timeText}</bdi>
					</dd>
				</div>
			)}
			{mapUrl(event) !== null && (
				<div>
					<dt>{m.events_where()}</dt>
					<dd>
						{hasPage ? <a href={pagePath.place(event.locId, placeKey(event))}>{place}</a> : place}
						<span className={`screen row ${css.ways}`}>
							{/* Without coordinates, as on a front page’s card, the link would change under a finger. */}
							{(isWhole || event.geo !== null) && <PlaceLink place={event} />}
						</span>
					</dd>
				</div>
			)}
			{/* Missing counts don't mean that there are no people: services may omit them. */}
			{(going !== '' || interested !== '') && (
				<div>
					<dt className="hidden">{m.people_counts()}</dt>
					<dd key={`${going} ${interested}`}>
						<span data-testid="participant-count">{going}</span>
						{going !== '' && interested !== '' && ' · '}
						<span data-testid="wisher-count">{interested}</span>
					</dd>
				</div>
			)}
			{tags.length > 0 && locId !== '' && (
				<div className="screen">
					<dt>{m.events_tags()}</dt>
					<dd className={`row ${css.ways}`}>
						{tags.map((tag) => (
							<a key={tag} href={pagePath.search(locId, { q: tag })} lang={langOf(tag)}>
								<bdi>{tag}</bdi>
							</a>
						))}
					</dd>
				</div>
			)}
			{owner !== null && (
				<div>
					<dt>{m.events_by()}</dt>
					<dd>
						<a className={css.owner} href={pagePath.user(owner.id, 'created')}>
							<Avatar source={owner.avatar} size={32} />
							<bdi lang={langOf(owner.name)}>{owner.name}</bdi>
						</a>
					</dd>
				</div>
			)}
		</dl>
	);
}
