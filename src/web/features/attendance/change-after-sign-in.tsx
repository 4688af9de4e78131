import type { QueryClient } from '@tanstack/react-query';
import type { PendingAction } from '../../shared/session/sign-in.ts';
import type { Message } from '../../ui/message-bar.tsx';
import { eventQueries } from '../event/event-queries.ts';
import { ChangeFailed, ChangeSaved } from './use-attendance.tsx';
import { attendanceMutation } from './use-attendance-mutation.ts';

/** Makes the change that was requested before a sign-in, even if it was made already, and shows its outcome. */
export async function changeAfterSignIn(
	client: QueryClient,
	show: (message: Message) => void,
	{ eventId: id, kind, day }: PendingAction,
): Promise<void> {
	// No retries, because the person is waiting.
	const read = { ...eventQueries.detail(id, null), retry: false };
	const event = await client.fetchQuery(read).catch(() => undefined);
	const known = event ?? { id, ownRelation: null, begin: null, end: null };
	const changing = attendanceMutation(client, known, 'ongoing', {
		onChanged: (change, before) =>
			show({ text: <ChangeSaved event={event} change={change} before={before} /> }),
		onFailed: (error) => show({ text: <ChangeFailed event={event} error={error} /> }),
	});
	await client
		.getMutationCache()
		.build(client, changing)
		.execute({ kind, day })
		.catch(() => undefined);
}
