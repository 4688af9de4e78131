/** The people who take part in an event, or are interested: some faces, and all of them on request. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Person } from '../../../contract/event/person.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { meaningOfError, needsSignIn } from '../../shared/errors.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { opens } from '../../ui/invoker-commands.ts';
import css from './people.module.css';
import { PeopleInShort } from './people-in-short.tsx';
import { type PeopleKind, peopleQueries } from './people-queries.ts';

/** A service may keep who takes part to itself: then the number, which the event has, is all there is to say. */
function isKept(error: Error): boolean {
	const meaning = meaningOfError(error);
	// A limit passes.
	return meaning !== undefined && meaning !== 'limited';
}

/** @param count as the event has it */
export function PeopleStrip({ eventId, kind, count }: { eventId: string; kind: PeopleKind; count: number }) {
	const dialog = useId();
	const { userId } = useSession();
	const list = useInfiniteQuery(peopleQueries.ofEvent(kind, eventId));
	const known = (list.data?.pages ?? []).flatMap(({ items }) => items);
	const people = [...new Map(known.map((person) => [person.id, person])).values()];
	const title = kind === 'participants' ? m.people_participants() : m.people_wishers();

	return (
		<section>
			<h2>
				{title}
				{count > 0 && ` (${count})`}
			</h2>
			{list.isLoadingError && !isKept(list.error) && (
				<ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
			)}
			{list.isLoadingError && isKept(list.error) && needsSignIn(list.error) && userId == null && (
				<p className={css.closed}>
					{m.people_sign_in()} <SignInButton />
				</p>
			)}
			{list.isPending && count > 0 && <div className={css.room} />}
			{list.data !== undefined && people.length === 0 && count === 0 && <p>{m.people_nobody()}</p>}
			<PeopleInShort people={people} count={count} />
			{people.length > 0 && (
				<button {...opens(dialog)} className={controls.button}>
					{m.people_all()}
				</button>
			)}
			<Dialog id={dialog} title={title}>
				<Faces people={people} />
				{list.isFetchNextPageError && (
					<ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} />
				)}
				{list.hasNextPage && !list.isFetchNextPageError && (
					<button
						type="button"
						className={controls.button}
						disabled={list.isFetchingNextPage}
						onClick={() => void list.fetchNextPage()}
					>
						{m.events_more()}
					</button>
				)}
			</Dialog>
		</section>
	);
}

function Faces({ people }: { people: readonly Person[] }) {
	return (
		<ul className={css.faces}>
			{people.map(({ id, name, avatar }) => (
				<li key={id}>
					<Link to={pagePath.user(id)}>
						<Avatar source={avatar} size={40} />
						<span>{name}</span>
					</Link>
				</li>
			))}
		</ul>
	);
}
