/** Participants or wishers of an event: a few avatars, and everyone in a sheet. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { peoplePageSize } from '../../../contract/bff-api/limits.ts';
import type { Person } from '../../../contract/event/schemas.ts';
import { pagePath } from '../../../contract/paths.ts';
import { languageTags } from '../../../contract/words/date-format.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m, reader } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { meaningOfError, needsSignIn } from '../../shared/errors.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { SheetButton } from '../../ui/sheet.tsx';
import { eventKeys, pagedQuery } from '../event/event-queries.ts';
import { MorePages } from '../lists/show-more.tsx';
import css from './people.module.css';

type PeopleKind = 'participants' | 'wishers';

const operations = { participants: 'listParticipants', wishers: 'listWishers' } as const;

/** Whether the service withholds the list of people. The event may still have their number. */
function isHidden(error: Error): boolean {
	const meaning = meaningOfError(error);
	// A rate limit is temporary, so it is shown as an error.
	return meaning !== undefined && meaning !== 'limited';
}

export function PeopleStrip({ eventId, kind, count }: { eventId: string; kind: PeopleKind; count: number }) {
	const { userId } = useSession();
	const list = useInfiniteQuery(
		pagedQuery<Person>(
			[...eventKeys.people(eventId), kind],
			(range) => ({ operation: operations[kind], parameters: { id: eventId, ...range } }),
			{ start: 0, count: peoplePageSize },
		),
	);
	const known = (list.data?.pages ?? []).flatMap(({ items }) => items);
	const people = [...new Map(known.map((person) => [person.id, person])).values()];
	// Without a total, only an empty page would end the list, so compare with the event's count.
	const isAll = list.data?.pages[0]?.total === null && people.length === count;
	const title = kind === 'participants' ? m.people_participants() : m.people_wishers();

	return (
		<section data-scripted>
			<h2 key={count}>
				{title}
				{count > 0 && ` (${count})`}
			</h2>
			{list.isLoadingError && !isHidden(list.error) && (
				<ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
			)}
			{list.isLoadingError && isHidden(list.error) && needsSignIn(list.error) && userId == null && (
				<p className={`row ${css.closed}`}>
					{m.people_sign_in()} <SignInButton />
				</p>
			)}
			{list.isPending && count > 0 && <div className={css.room} />}
			{list.data !== undefined && people.length === 0 && count === 0 && <p>{m.people_nobody()}</p>}
			<PeopleInShort people={people} count={count}>
				<SheetButton
					className="button quiet"
					label={m.people_all()}
					name={`${m.people_all()}: ${title}`}
					title={title}
				>
					<Faces people={people} />
					{!isAll && <MorePages query={list} shown={people.length} total={null} />}
				</SheetButton>
			</PeopleInShort>
		</section>
	);
}

function Faces({ people }: { people: readonly Person[] }) {
	return (
		<ul className="menu">
			{people.map(({ id, name, avatar }) => (
				<li key={id}>
					<a href={pagePath.user(id)}>
						<Avatar source={avatar} size={40} />
						<span lang={langOf(name)}>{name}</span>
					</a>
				</li>
			))}
		</ul>
	);
}

const faces = 6;
const names = 2;

interface ShortProps {
	people: readonly Person[];
	/** Taken from the event, because the service may list fewer people. */
	count: number;
	/** Rendered after the sentence. */
	children: ReactNode;
}

/** Overlapping avatars and a sentence: `Anna, Bo and 29 others`. */
function PeopleInShort({ people, count, children }: ShortProps) {
	if (people.length === 0) return null;
	const others = Math.max(count, people.length) - names;
	// Names everyone if only one would be left: "and 1 other" is longer than a name.
	const isAll = others <= 1 && people.length === others + names;
	const named = people.slice(0, isAll ? people.length : names).map(({ name }) => name);
	const parts = isAll || others < 1 ? named : [...named, m.people_others({ count: others })];
	return (
		<div className={css.short}>
			<span className={css.overlap} aria-hidden="true">
				{people.slice(0, faces).map(({ id, avatar }) => (
					<Avatar key={id} source={avatar} size={40} />
				))}
			</span>
			<span>{new Intl.ListFormat(languageTags[reader.locale]).format(parts)}</span>
			{children}
		</div>
	);
}
