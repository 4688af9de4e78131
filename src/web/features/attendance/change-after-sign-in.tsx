import type { QueryClient } from '@tanstack/react-query';
import { m } from '../../i18n/messages.ts';
import type { PendingAction } from '../../shared/session/sign-in.ts';
import { ChangingText } from '../../ui/changing-text.tsx';
import type { Message } from '../../ui/message-bar.tsx';
import { eventQueries } from '../event/event-queries.ts';
import { ownQueries } from './own-queries.ts';
import { type Change, isAdding, isDone, noRelation, relationIn, undoOf } from './own-relation.ts';
import { AboutEvent, formatChange, NotSaved } from './use-attendance.tsx';
import { attendanceMutation } from './use-attendance-mutation.ts';

/** Makes the change that was asked for before a sign-in, unless it has been made already. Shows its outcome. */
export async function changeAfterSignIn(
	client: QueryClient,
	show: (message: Message) => void,
	{ eventId: id, kind, day }: PendingAction,
): Promise<void> {
	// No retries, because the person is waiting.
	const [known, read] = await Promise.all([
		client.fetchQuery({ ...ownQueries.relations('ongoing'), retry: false }).catch(() => undefined),
		client.fetchQuery({ ...eventQueries.detail(id, null), retry: false }).catch(() => undefined),
	]);
	const event = read ?? { id, ownRelation: null, begin: null, end: null };
	const before = relationIn(known, event) ?? noRelation;
	// Going implies interest. Leaving twice is harmless, and `ongoing` relations lack those to past events.
	const isMade = (kind === 'wish' && before.joined) || isDone(before, { kind, day }, event);
	if (isAdding({ kind, day }) && isMade) return;
	const changing = attendanceMutation(client, event, 'ongoing', {
		onChanged: (change, shown) => {
			// Otherwise, Undo might remove what was there earlier.
			const undo = known?.isComplete === true ? undoOf(change, shown) : null;
			show({
				text: (
					<AboutEvent event={read}>
						<ChangingText text={formatChange(change, shown, event)} />
					</AboutEvent>
				),
				...(undo && { action: { label: m.attendance_undo(), run: () => void send(undo) } }),
			});
		},
		onFailed: (error) =>
			show({
				text: (
					<AboutEvent event={read}>
						<NotSaved error={error} />
					</AboutEvent>
				),
			}),
	});
	const send = (change: Change) =>
		client
			.getMutationCache()
			.build(client, changing)
			.execute(change)
			.catch(() => undefined);
	await send({ kind, day });
}
