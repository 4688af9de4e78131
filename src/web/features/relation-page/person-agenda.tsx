/**
 * A person's events by day. The next one is large, with the time left; overlaps have notes. Until all are loaded,
 * events are in the service's order, and none is highlighted as the next.
 */
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { WeekendRequest } from '../../../contract/bff-api/auth.ts';
import { maxOfWeekend } from '../../../contract/bff-api/limits.ts';
import { type Event, isPublic, placeOf } from '../../../contract/event/event.ts';
import {
	compareTimes,
	dayRange,
	hasSeveralDays,
	isLongRunning,
	isOnDaysOf,
	phaseOf,
} from '../../../contract/event/times.ts';
import {
	type Day,
	dayOf,
	daysBetween,
	type WallClock,
	wallClockMs,
} from '../../../contract/event/wall-clock.ts';
import { bffPatterns, pagePath, type Relation } from '../../../contract/paths.ts';
import { m, reader } from '../../i18n/messages.ts';
import { formatMinutesAhead, relativeTime } from '../../i18n/relative-time.ts';
import { fetchFile } from '../../shared/call.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock, useFromNow, useServiceNow } from '../../shared/now.ts';
import { usePageData, usePublicOrigin } from '../../shared/page-data.tsx';
import { unsavedKey } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, share } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SheetButton } from '../../ui/sheet.tsx';
import { clashOf } from '../attendance/clash-of.ts';
import { readChanges } from '../attendance/event-notes.tsx';
import { Heart } from '../attendance/heart.tsx';
import { nextOf, onChosenDays, ownQueries, soonOf } from '../attendance/own-queries.ts';
import { noRelation } from '../attendance/own-relation.ts';
import { SignedInHeart } from '../attendance/signed-in-heart.tsx';
import { formatWhen } from '../days/format-when.ts';
import { PlaceLink } from '../event/place-link.tsx';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { groupByDay } from '../lists/group-by-day.ts';
import { DayName } from '../lists/list-names.tsx';
import css from './relation-page.module.css';

interface PersonAgendaProps {
	events: readonly Event[];
	isComplete: boolean;
	relation: Relation;
	isOwn: boolean;
	isPast: boolean;
}

export function PersonAgenda({ events, isComplete, relation, isOwn, isPast }: PersonAgendaProps) {
	const now = useClock();
	const known = useServiceNow();
	const pastTime = useFromNow((_now, each) => each);
	const { time_zone } = usePageData().settings;
	const isGoing = isOwn && relation === 'participated' && !isPast;
	const status = isPast ? 'expired' : 'ongoing';
	const { data: own } = useQuery({ ...ownQueries.relations(status), enabled: isOwn });
	const isOver = (event: Event) => phaseOf(event, pastTime) === 'over';
	/** Once the chosen day is over, shows the event's own days again. */
	const all = (isGoing ? onChosenDays(events, own) : events).map((event, index) =>
		isOver(event) ? (events[index] ?? event) : event,
	);
	/** A host's list has both past and upcoming events. */
	const past = isPast || relation !== 'created' ? [] : all.filter(isOver);
	const shown = all.filter((event) => !past.includes(event));
	const next = isPast || relation === 'wished' ? [] : nextFew(shown, now, known);
	const noteOf = (event: Event) => {
		if (!isGoing) return undefined;
		const clash = clashOf(event, shown, time_zone);
		const joined = own?.relations[event.id] ?? noRelation;
		const warnings = [
			...readChanges(joined, events.find(({ id }) => id === event.id) ?? event),
			...(clash === undefined ? [] : [m.people_same_time({ title: clash.title })]),
		];
		const isDayUnknown = joined.joined && joined.day === undefined && hasSeveralDays(event);
		if (warnings.length === 0 && !isDayUnknown) return undefined;
		return (
			<>
				{warnings.map((line) => (
					<strong key={line} className={css.clash}>
						{line}
					</strong>
				))}
				{isDayUnknown && <span className={css.hint}>{m.attendance_day_unknown()}</span>}
			</>
		);
	};
	// While relations are loading, a heart would also appear on joined events.
	const Badge = !isOwn ? Heart : own === undefined ? NoBadge : SignedInHeart;
	const card = (event: Event, day: Day | null = null) => {
		const note = noteOf(event);
		const words = note && { note };
		const headingLevel = isComplete ? 3 : 2;
		return <EventCard {...{ event, Badge, headingLevel, day, words }} hasCity />;
	};
	if (!isComplete)
		return (
			<CardList events={all} className={`grid ${css.list}`}>
				{(event) => card(event)}
			</CardList>
		);
	return (
		<>
			{next.length > 0 && <Next events={next} noteOf={noteOf} Badge={Badge} />}
			{isGoing && <Weekend events={shown} pastTime={pastTime} />}
			<div className={css.days}>
				{groupByDay(shown, isPast, now).map(({ day, events: ofDay }) => {
					const rest = ofDay.filter((event) => !next.includes(event));
					return (
						rest.length > 0 && (
							<section
								key={day}
								className={`section ${css.list}`}
								data-several={rest.length > 1 || undefined}
							>
								<h2>
									<DayName day={day} />
								</h2>
								<CardList events={rest}>{(event) => card(event, day)}</CardList>
							</section>
						)
					);
				})}
			</div>
			{past.length > 0 && (
				<section className={`section ${css.list}`}>
					<h2>{m.words_past()}</h2>
					<CardList events={past.toSorted((a, b) => compareTimes(b, a))}>{(event) => card(event)}</CardList>
				</section>
			)}
		</>
	);
}

const NoBadge = () => null;

function nextFew(events: readonly Event[], now: WallClock, known: WallClock | null): readonly Event[] {
	const soon = known === null ? [] : soonOf(events, known);
	return soon.length > 0 ? soon : [nextOf(events, now, known) ?? []].flat();
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The time until a start: `in 3 hours` within a day, otherwise `in 2 days`.
 *
 * @returns null if the start time already says it: `Tomorrow, 19:00`
 */
export function formatAhead(time: WallClock, now: WallClock): string | null {
	const ms = wallClockMs(time) - wallClockMs(now);
	if (ms < dayMs) return formatMinutesAhead(ms / minuteMs);
	const days = daysBetween(dayOf(now), dayOf(time));
	return days === 1 ? null : relativeTime({ numeric: 'auto' }).format(days, 'day');
}

interface NextProps {
	events: readonly Event[];
	noteOf: (event: Event) => ReactNode;
	Badge: ComponentType<{ event: Event }>;
}

function Next({ events, noteOf, Badge }: NextProps) {
	const now = useServiceNow();
	return (
		<section className={`section ${css.list} ${css.next}`}>
			<h2>{m.attendance_next()}</h2>
			{events.map((event) => {
				const ahead = event.begin && now && formatAhead(event.begin, now);
				const note = (
					<>
						{ahead !== null && <span className={css.ahead}>{ahead}</span>}{' '}
						{event.geo !== null && <PlaceLink className={`target ${css.directions}`} place={event} />}
						{noteOf(event)}
					</>
				);
				return <EventCard key={event.id} event={event} Badge={Badge} hasCity words={{ note }} />;
			})}
		</section>
	);
}

interface WeekendProps {
	/** The person's events on their chosen days. */
	events: readonly Event[];
	pastTime: WallClock;
}

/** Shares the person's weekend as an image and as text: it has no page of its own to link to. */
function Weekend({ events, pastTime }: WeekendProps) {
	const now = useClock();
	const range = dayRange('weekend', now);
	const isOfWeekend = (event: Event) =>
		event.begin !== null &&
		!isLongRunning(event) &&
		isOnDaysOf(event, range) &&
		phaseOf(event, pastTime) !== 'over';
	const ofWeekend = events.filter(isOfWeekend).toSorted(compareTimes);
	// What is shared may reach people who are not invited.
	const chosen = ofWeekend.filter(isPublic);
	if (chosen.length === 0) return null;
	return (
		<SheetButton icon="share" label={m.people_share_weekend()} title={m.words_my_weekend()}>
			<Sharing events={chosen} />
			{chosen.length < ofWeekend.length && <p className={css.hint}>{m.people_weekend_private()}</p>}
		</SheetButton>
	);
}

/** Needed because the Content-Security-Policy allows `data:` images, but not `blob:`. */
const dataUrl = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const conversion = new FileReader();
		conversion.onload = () => resolve(String(conversion.result));
		conversion.onerror = () => reject(conversion.error);
		conversion.readAsDataURL(file);
	});

/** @param origin null to omit all URLs */
function textOf(events: readonly Event[], origin: string | null): string {
	const paragraphs = events.map((event) => {
		const title = `${formatWhen(event)} · ${event.title}`;
		const url = origin === null ? '' : `${origin}${pagePath.event(event.id)}`;
		return [title, placeOf(event), url].filter((line) => line !== '').join('\n');
	});
	return [m.words_my_weekend(), ...paragraphs].join('\n\n');
}

function Sharing({ events }: Pick<WeekendProps, 'events'>) {
	const origin = usePublicOrigin();
	const [copied, setCopied] = useState('');
	const shown = events.slice(0, maxOfWeekend);
	const drawn = shown.map((event) => ({ id: event.id, when: formatWhen(event) }));
	const image = useQuery({
		queryKey: [...unsavedKey, 'weekend', reader.locale, drawn],
		queryFn: async ({ signal }) => {
			const request: WeekendRequest = { locale: reader.locale, events: drawn };
			const image = await fetchFile(bffPatterns.weekend, request, { signal });
			const file = new File([image], 'weekend.jpg', { type: 'image/jpeg' });
			return { file, url: await dataUrl(file) };
		},
		retry: false,
		staleTime: 300_000,
		gcTime: 0,
	});
	if (image.error) return <ErrorNotice error={image.error} onRetry={() => void image.refetch()} />;
	const text = textOf(events, origin);
	const { file, url } = image.data ?? {};
	const shared = file && { files: [file], text, title: m.words_my_weekend() };
	const copy = async () => {
		setCopied((await copyText(text)) ? m.app_copied() : text);
	};
	return (
		<>
			{url === undefined ? (
				<p role="status" className={css.drawing}>
					{m.app_loading()}
				</p>
			) : (
				<img className={css.drawn} src={url} alt={textOf(shown, null)} />
			)}
			<div className="row">
				{shared !== undefined && navigator.canShare?.(shared) === true && (
					<Button look="primary" onTap={() => void share(shared, copy)}>
						<Icon name="share" />
						{m.events_share()}
					</Button>
				)}
				{url !== undefined && (
					<a className="button" href={url} download="weekend.jpg">
						{m.people_save_image()}
					</a>
				)}
				<Button onTap={() => void copy()}>{m.app_copy()}</Button>
			</div>
			{/* Not in the message bar, which is inert behind the sheet. */}
			<p role="status">{copied}</p>
		</>
	);
}
