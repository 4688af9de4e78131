import { type Event, isPublic, placeKey, placeOf } from '../../../contract/event/event.ts';
import { hasSeveralDays } from '../../../contract/event/times.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Link } from '../../ui/link.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { formatZone } from '../days/format-names.ts';
import { formatWhen } from '../days/format-when.ts';
import { mapUrl, PlaceLink } from '../event/place-link.tsx';
import css from './event-page.module.css';

function foreignZone(zone: string | null): string | undefined {
	const name = zone === null ? undefined : formatZone(zone);
	return name === formatZone() ? undefined : name;
}

export function EventFacts({ event }: { event: Event }) {
	const { settings } = usePageData();
	const today = useToday();
	const { owner, participantCount, wisherCount, timeText = '', hours, tags = [], locId } = event;
	const zone = useInBrowser() ? foreignZone(settings.time_zone) : undefined;
	const place = <bdi lang={langOf(placeOf(event))}>{placeOf(event)}</bdi>;
	const hasPage = isPublic(event) && event.locId !== '' && placeKey(event) !== '';
	const going = participantCount > 0 ? m.events_going({ count: participantCount }) : '';
	const interested = wisherCount > 0 ? m.events_interested({ count: wisherCount }) : '';
	return (
		<dl className={css.facts}>
			<div>
				{/* The zone appears after the first render, so it is on a line with room for it. */}
				<dt>
					{m.events_when()}
					{zone !== undefined && ` · ${zone}`}
				</dt>
				<dd className={css.when}>{formatWhen(event, today, true)}</dd>
			</div>
			{/* Hours that can't be read, such as those of some weekdays. */}
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
						{hasPage ? <Link to={pagePath.place(event.locId, placeKey(event))}>{place}</Link> : place}
						<span className={`screen row ${css.ways}`}>
							<PlaceLink place={event} />
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
				<div>
					<dt>{m.events_tags()}</dt>
					<dd className={`screen row ${css.ways}`}>
						{tags.map((tag) => (
							<Link key={tag} to={pagePath.search(locId, { q: tag })} lang={langOf(tag)}>
								<bdi>{tag}</bdi>
							</Link>
						))}
					</dd>
				</div>
			)}
			{owner !== null && (
				<div>
					<dt>{m.events_by()}</dt>
					<dd>
						<Link className={css.owner} to={pagePath.user(owner.id, 'created')}>
							<Avatar source={owner.avatar} size={32} />
							<bdi lang={langOf(owner.name)}>{owner.name}</bdi>
						</Link>
					</dd>
				</div>
			)}
		</dl>
	);
}
