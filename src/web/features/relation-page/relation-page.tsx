import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { pagePath, type Relation, readFilters, relations } from '../../../contract/paths.ts';
import { type RelationStatus, relationStatuses } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import { personQuery } from '../../shared/person-query.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { NeedsScripts } from '../../ui/needs-scripts.tsx';
import { MyCalendar } from '../calendar-export/my-calendar.tsx';
import { EventListSkeleton } from '../event-cards/card-list.tsx';
import { RelationList } from './relation-list.tsx';
import css from './relation-page.module.css';

const nameOfRelation = (relation: Relation): string => m[`words_${relation}`]();
const statusNames = { ongoing: () => m.people_upcoming(), expired: () => m.words_past() } as const;

const calendar = 'calendar';
type Shown = RelationStatus | typeof calendar;
const nameOfShown = (shown: Shown) => (shown === calendar ? m.words_calendar() : statusNames[shown]());
const queriesOf = { ongoing: '', expired: '?status=expired', [calendar]: '?view=calendar' };

export function RelationPage() {
	const { id, relation: word } = usePageParams();
	const { userId } = useSession();
	const relation = relations.find((each) => each === word);
	if (relation === undefined) return <NotFoundPage />;
	if (id !== undefined) return <Lists id={id} relation={relation} isOwn={false} />;
	if (typeof userId === 'string') return <Lists id={userId} relation={relation} isOwn />;
	return (
		<div className={userId === null ? 'notice' : css.page}>
			<PageHeading title={m.words_my_events()} />
			<NeedsScripts />
			{userId === null ? <p>{m.session_needed()}</p> : <EventListSkeleton />}
			{userId === null && <SignInButton />}
		</div>
	);
}

function Lists({ id, relation, isOwn }: { id: string; relation: Relation; isOwn: boolean }) {
	const query = new URLSearchParams(useLocation().search);
	const status = relationStatuses.find((each) => each === query.get('status')) ?? 'ongoing';
	const isCalendar = isOwn && readFilters(query).view === calendar && relation !== 'created';
	const shown: Shown = isCalendar ? calendar : status;
	const { data: person } = useQuery({ ...personQuery(id, usePageData()), enabled: !isOwn });
	const name = nameOfRelation(relation);
	const title = person ? m.words_people_of({ name: person.name }) : name;
	const heading = isOwn ? m.words_my_events() : title;
	const isPast = status === 'expired' && relation !== 'created';
	const documentTitle = [isPast && statusNames.expired(), name, heading !== name && heading]
		.filter(Boolean)
		.join(' · ');
	const path = (next: Relation) => (isOwn ? pagePath.me(next) : pagePath.user(id, next));
	return (
		<div className={css.page}>
			<PageHeading title={heading} documentTitle={documentTitle} />
			{isOwn && <MyCalendar />}
			<FilterChips
				label={m.people_which()}
				options={relations}
				current={relation}
				name={nameOfRelation}
				path={path}
			/>
			{relation !== 'created' && (
				<FilterChips
					label={m.events_when()}
					options={isOwn ? [...relationStatuses, calendar] : relationStatuses}
					current={shown}
					name={nameOfShown}
					path={(each) => `${path(relation)}${queriesOf[each]}`}
				/>
			)}
			<RelationList key={status} {...{ id, relation, status, isOwn }} isCalendar={shown === calendar} />
		</div>
	);
}
