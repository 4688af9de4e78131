/** An event in a list: poster, title, when, where, how many. The whole card leads to the event. */
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { posterSizes } from '../../../contract/session.ts';
import { addressOf } from '../../app/addresses.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { useToday } from '../../i18n/now.ts';
import { whenInWords } from '../../i18n/when.ts';
import { Poster } from '../../ui/poster.tsx';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import css from './event-card.module.css';
import type { EventView } from './event-view.ts';
import { typeInWords } from './event-words.ts';
import { PhaseBadge } from './phase-badge.tsx';
import { useEventOpening } from './use-event-opening.ts';

interface EventCardProps {
	event: EventView;
	isEarly?: boolean;
	/** Of the title: one below the heading that the list stands under. */
	headingLevel?: 2 | 3;
	/** In place of title and address as they are, and a line more: what a search or a sorting has to say. */
	words?: { title?: ReactNode; address?: ReactNode; note?: ReactNode } | undefined;
}

/** Drawn again only when its own event changes: lists grow to thousands. */
export const EventCard = memo(function EventCard({
	event,
	isEarly = false,
	headingLevel = 3,
	words,
}: EventCardProps) {
	const { locale } = useLocale();
	const Heading = `h${headingLevel}` as const;
	const { id, title, begin, end, address, type, posters, participantCount, wisherCount } = event;
	const today = useToday();
	const open = useEventOpening(id);
	return (
		<article className={css.card} data-type={type ?? 'others'}>
			<div className={css.poster}>
				<Poster source={posters.at(-1) ?? ''} alt="" sizes={posterSizes.card} isEarly={isEarly} type={type} />
			</div>
			<div className={css.words}>
				<p className={css.kicker}>
					{type !== null && <span className={css.type}>{typeInWords(type)}</span>}
					<PhaseBadge event={event} />
					<OwnRelationBadge eventId={id} />
				</p>
				<Heading className={css.title}>
					<Link to={addressOf.event(id)} {...open}>
						{words?.title ?? title}
					</Link>
				</Heading>
				<p className={css.when}>{whenInWords(begin, end, locale, today)}</p>
				<p className={css.where} data-testid="address">
					{words?.address ?? address}
				</p>
				{words?.note && <p className={css.note}>{words.note}</p>}
				<p className={css.counts}>
					{m.events_going({ count: participantCount })} · {m.events_wishing({ count: wisherCount })}
				</p>
			</div>
		</article>
	);
});

/** What stands in a list while it loads: the same room, no content. */
export function EventCardSkeleton() {
	return (
		<div className={css.card} aria-hidden="true">
			<div className={css.poster}>
				<span className={css.blank} />
			</div>
			<div className={css.words}>
				<span className={css.line} />
				<span className={css.line} />
			</div>
		</div>
	);
}
