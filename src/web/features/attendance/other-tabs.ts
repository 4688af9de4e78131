/** What is confirmed in one tab is shown in the others, without a call. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToOtherTabs } from '../../shared/other-tabs.ts';
import { sessionQueries } from '../../shared/session/session-queries.ts';
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
	useEffect(() => {
		const takeOver = async ({ userId, eventId, relation }: Confirmed) => {
			const { showRelation } = await import('./show-relation.ts');
			const session = client.getQueryData(sessionQueries.current.queryKey);
			if (session?.signed_in === true && session.service_user_id === userId)
				showRelation(client, userId, eventId, relation);
		};
		return listenToOtherTabs('daybill.attendance', (message) => {
			// Where the code is missing, the page is loaded again.
			takeOver(message as Confirmed).catch(() => undefined);
		});
	}, [client]);
}
