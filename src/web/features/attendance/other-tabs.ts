/** What is confirmed in one tab is shown in the others, without a call. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { attendanceQueries, type OwnRelation } from './queries.ts';
import { showRelation } from './show-relation.ts';

const channelName = 'daybill.attendance';

interface Confirmed {
	userId: string;
	eventId: string;
	relation: OwnRelation;
}

export function tellOtherTabs(confirmed: Confirmed): void {
	const channel = new BroadcastChannel(channelName);
	channel.postMessage(confirmed);
	channel.close();
}

/** Takes over what other tabs tell, where the same person's relations are known. Once for a page. */
export function useOtherTabs(): void {
	const client = useQueryClient();
	useEffect(() => {
		const channel = new BroadcastChannel(channelName);
		channel.addEventListener('message', ({ data }: MessageEvent<Confirmed>) => {
			const { userId, eventId, relation } = data;
			if (client.getQueryData(attendanceQueries.own(userId).queryKey) !== undefined)
				showRelation(client, userId, eventId, relation);
		});
		return () => channel.close();
	}, [client]);
}
