/** The account of the signed-in person: their face, which opens what belongs to it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { initialsOf } from '../../../contract/event/initials.ts';
import type { Person } from '../../../contract/event/person.ts';
import { pagePath, pagePatterns } from '../../../contract/paths.ts';
import { eventTypes, paging } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { callOperation } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { personQuery } from '../../shared/person-query.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { ownKey } from '../../shared/session/session-queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './account-menu.module.css';

/** CSS pixels. */
const faceSize = 36;

/** Each type of event has a colour that can be read on either theme; the first of them, all, has none. */
const [, ...colours] = eventTypes;

/**
 * The signed-in person as others see them: as the owner of an event, else among those who go to the same event as they do.
 * Null where neither has them.
 */
const ownPersonQuery = (userId: string) =>
	queryOptions({
		queryKey: [...ownKey, 'person', userId],
		queryFn: async ({ client, signal }): Promise<Person | null> => {
			const owner = await client.fetchQuery({ ...personQuery(userId), retry: false });
			if (owner !== null) return owner;
			const own = { id: userId, start: 0, count: 1 };
			const [event] = (await callOperation('listParticipatedEvents', own, { signal })).items;
			if (event === undefined) return null;
			const people = { id: event.id, start: 0, count: paging.maxCount };
			const { items } = await callOperation('listParticipants', people, { signal });
			return items.find(({ id }) => id === userId) ?? null;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});

/** @param userId empty when the service does not say who signed in */
export function AccountMenu({ userId }: { userId: string }) {
	const { signOut } = useSession();
	const show = useMessage();
	const { data: person = null } = useQuery({ ...ownPersonQuery(userId), enabled: userId !== '' });
	const leave = ({ currentTarget }: MouseEvent, everywhere: boolean) => {
		// It would cover the message. Browsers before 2025 have no such elements.
		currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.();
		void signOut(everywhere).then(
			() => show({ text: m.session_signed_out() }),
			(error: unknown) => show({ text: <ErrorText error={error} /> }),
		);
	};
	return (
		<Panel
			className={css.account}
			title={person?.name ?? m.session_account()}
			name={m.session_account()}
			label={<Face key={person?.avatar} person={person} />}
		>
			<ul className={css.items}>
				<li>
					<Link to={pagePath.me('participated')}>{m.words_my_events()}</Link>
				</li>
				<li>
					<Link to={pagePatterns.settings}>{m.words_settings()}</Link>
				</li>
				<li>
					<button type="button" onClick={(event) => leave(event, false)}>
						{m.session_sign_out()}
					</button>
				</li>
				{userId !== '' && (
					<li>
						<button type="button" onClick={(event) => leave(event, true)}>
							{m.session_sign_out_everywhere()}
						</button>
					</li>
				)}
			</ul>
		</Panel>
	);
}

/** One of the colours, the same for the same person. */
function colourOf(id: string) {
	const sum = [...id].reduce((before, each) => before + (each.codePointAt(0) ?? 0), 0);
	return colours[sum % colours.length];
}

/** The image; without one the initials, in the same of some colours each time; without a name the outline of a person. */
function Face({ person }: { person: Person | null }) {
	const initials = initialsOf(person?.name ?? '');
	const placeholder = (
		<span className={css.initials} data-type={colourOf(person?.id ?? '')} aria-hidden="true">
			{initials || (
				<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
					<path d="M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4 21a8 8 0 0 1 16 0" />
				</svg>
			)}
		</span>
	);
	return <Avatar source={person?.avatar ?? null} size={faceSize} placeholder={placeholder} />;
}
