import type { Front } from '../../../contract/bff-api/front.ts';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import type { PublicEvent } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import { unfiltered } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePastTime } from '../../shared/now.ts';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { NothingHere } from '../city-list/nothing-here.tsx';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { useDayName } from '../lists/list-names.tsx';
import css from './front-page.module.css';
import { TypeTiles } from './type-tiles.tsx';

/** A city's rows with events, those that start soon first. */
function useRows({ uid }: Loc, front: Front) {
	const today = useDayName()({ dayType: 'today', day: null });
	const past = usePastTime();
	const rows = [
		{ kind: 'today', title: today, filters: { dayType: 'today' } },
		{ kind: 'weekend', title: m.words_weekend(), filters: { dayType: 'weekend' } },
		{ kind: 'popular', title: m.front_popular(), filters: { dayType: 'future', sort: 'interest' } },
		{ kind: 'upcoming', title: m.words_future(), filters: { dayType: 'future', sort: 'start' } },
		{ kind: 'running', title: m.front_running(), filters: { dayType: 'today' } },
	] as const;
	return rows
		.map(({ kind, title, filters }) => ({
			kind,
			title,
			// Some may have ended since the front page was read.
			events: front[kind].filter((event) => phaseOf(event, past) !== 'over'),
			path: pagePath.city(uid, filters),
		}))
		.filter(({ events }) => events.length > 0);
}

interface FrontRowProps {
	title: string;
	events: readonly PublicEvent[];
	/** Path of the full list. */
	path: string;
	/** Whether it is the first row, with large posters. */
	isLead?: boolean;
}

function FrontRow({ title, events, path, isLead = false }: FrontRowProps) {
	return (
		<section className={css.row} data-look={isLead ? 'lead' : 'plain'}>
			<h2 className={css.head}>
				<a href={path}>
					{title} <span className={css.all}>{m.front_see_all()}</span>
				</a>
			</h2>
			<CardList
				events={events}
				className={css.events}
				data-few={events.length < 3 || undefined}
				data-previous={m.discover_previous()}
				data-next={m.discover_next()}
				onKeyDown={moveByArrowKeys}
			>
				{(event, index) => (
					<EventCard
						event={event}
						isFirst={isLead && index === 0}
						sizes={isLead ? posterSizes.front : posterSizes.row}
					/>
				)}
			</CardList>
		</section>
	);
}

/** If the first row is the popular events, its title has no “also”. */
const titleOfFirst = ({ kind, title }: { kind: keyof Front; title: string }) =>
	kind === 'popular' ? m.discover_sort_interest() : title;

/** A city's events today, else this weekend, else popular ones: late on a Sunday, only those may be left. */
export function SoonestRow({ city, front, isFirst }: { city: Loc; front: Front; isFirst: boolean }) {
	const row = useRows(city, front).find(({ kind }) => kind !== 'running');
	return row && <FrontRow {...row} title={`${city.name} · ${titleOfFirst(row)}`} isLead={isFirst} />;
}

export function FrontRows({ city, front }: { city: Loc; front: Front }) {
	const [lead, second, ...others] = useRows(city, front);
	if (lead === undefined) return <NothingHere city={city} filters={unfiltered} />;
	return (
		<div className={css.front}>
			<FrontRow {...lead} title={titleOfFirst(lead)} isLead />
			{second && <FrontRow key={second.kind} {...second} />}
			{/* Above the rows that load later, so that these don't move it. */}
			<TypeTiles uid={city.uid} posters={front.posters} />
			{others.map((row) => (
				<FrontRow key={row.kind} {...row} />
			))}
		</div>
	);
}
