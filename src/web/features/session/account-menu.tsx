import { queryOptions, useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect } from 'react';
import { initialsOf } from '../../../contract/event/initials.ts';
import type { Person } from '../../../contract/event/schemas.ts';
import { pagePath, pagePatterns } from '../../../contract/paths.ts';
import { eventTypes, paging, type RelationStatus } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { callOperation } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { personQuery } from '../../shared/person-query.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { ownKey } from '../../shared/session/session-queries.ts';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { MenuButton } from '../../ui/sheet.tsx';
import css from './account-menu.module.css';

const avatarSizePx = 36;

/** Avatars use the colors of event types, which are legible in both themes. The first type, `all`, has no color. */
const [, ...colors] = eventTypes;

/** The signed-in person, found as the owner of one of their events, else as a participant of one they joined. */
const ownPersonQuery = (userId: string) =>
	queryOptions({
		queryKey: [...ownKey, 'person', userId],
		queryFn: async ({ client, signal }): Promise<Person | null> => {
			const owner = await client.fetchQuery({ ...personQuery(userId), retry: false });
			if (owner !== null) return owner;
			const joined = async (status: RelationStatus) => {
				const own = { id: userId, status, start: 0, count: 1 };
				return (await callOperation('listParticipatedEvents', own, { signal })).items[0];
			};
			const event = (await joined('ongoing')) ?? (await joined('expired'));
			if (event === undefined) return null;
			const people = { id: event.id, start: 0, count: paging.maxCount };
			const { items } = await callOperation('listParticipants', people, { signal });
			return items.find(({ id }) => id === userId) ?? null;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});

/** Moves the focus if it was in the menu, which the end of a session removes. */
function focusPage(): void {
	if (document.activeElement === document.body)
		(document.querySelector('h1') ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** @param userId empty if the service doesn't send it */
export function AccountMenu({ userId }: { userId: string }) {
	const { signOut } = useSession();
	const show = useMessage();
	const signIn = useSignIn();
	useEffect(() => focusPage, []);
	const { authorization_endpoint, service_name } = usePageData().settings;
	const { data: person = null } = useQuery({ ...ownPersonQuery(userId), enabled: userId !== '' });
	const leave = ({ currentTarget }: MouseEvent, everywhere: boolean) => {
		// Closes the menu, which would cover the message.
		currentTarget.closest('dialog')?.close();
		void signOut(everywhere).then(
			() => {
				const text = (
					<>
						{m.session_signed_out()}{' '}
						<a href={new URL(authorization_endpoint).origin}>
							{m.session_shared_computer({ service: service_name })}
						</a>
					</>
				);
				const run = () => signIn(undefined, undefined, 'select_account');
				show({ text, action: { label: m.session_other_account(), run } });
			},
			(error: unknown) => show({ text: <ErrorText error={error} /> }),
		);
	};
	return (
		<MenuButton
			className={css.account}
			title={person?.name ?? m.session_account()}
			name={m.session_account()}
			label={<Face key={person?.avatar} person={person} />}
		>
			<ul className="menu">
				<li>
					<a href={pagePath.me('participated')}>{m.words_my_events()}</a>
				</li>
				<li>
					<a href={pagePatterns.settings}>{m.words_settings()}</a>
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
		</MenuButton>
	);
}

function colorOf(id: string) {
	const sum = [...id].reduce((before, each) => before + (each.codePointAt(0) ?? 0), 0);
	return colors[sum % colors.length];
}

function Face({ person }: { person: Person | null }) {
	const initials = initialsOf(person?.name ?? '');
	const placeholder = (
		<span className={css.initials} data-type={colorOf(person?.id ?? '')} aria-hidden="true">
			{initials || <Icon name="person" />}
		</span>
	);
	return <Avatar source={person?.avatar ?? null} size={avatarSizePx} placeholder={placeholder} />;
}
