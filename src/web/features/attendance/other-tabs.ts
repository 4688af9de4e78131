/** What is confirmed in one tab is shown in the others. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToOtherTabs } from '../../shared/other-tabs.ts';
import { queryKeys } from '../../shared/query-keys.ts';
import { sessionQueries } from '../../shared/session/session-queries.ts';
import { useMessage } from '../../ui/message-bar.tsx';
import type { OwnRelation } from './own-relation.ts';

/** Message of the channel `daybill.attendance`. */
export interface Confirmed {
	userId: string;
	eventId: string;
	relation: OwnRelation;
}

/** Takes over what other tabs have confirmed for the same person. Once for a page. */
export function useOtherTabs(): void {
	const client = useQueryClient();
	const show = useMessage();
	useEffect(() => {
		const takeOver = async ({ userId, eventId, relation }: Confirmed) => {
			const { showRelation } = await import('./show-relation.ts');
			const session = client.getQueryData(sessionQueries.current.queryKey);
			if (session?.signed_in !== true || session.service_user_id !== userId) return;
			showRelation(client, userId, eventId, relation);
			// What it says was done here may not be true any more, and its Undo would undo something else.
			show(null);
			await client.invalidateQueries({ queryKey: queryKeys.people });
		};
		return listenToOtherTabs('daybill.attendance', (message) => {
			// Where the code is missing, the page is loaded again.
			takeOver(message as Confirmed).catch(() => undefined);
		});
	}, [client, show]);
}
