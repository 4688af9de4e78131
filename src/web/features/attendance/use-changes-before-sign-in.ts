import { useEffect, useEffectEvent, useState } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { type Change, isDone } from './own-relation.ts';

/**
 * Sends changes that were requested before the session was loaded. A change requested before a sign-in is sent once the
 * relation is loaded, unless it has been made already.
 */
export function useChangesBeforeSignIn(
	event: Event,
	relation: OwnRelation | null,
	change: (change: Change) => void,
) {
	const { userId, takeAction } = useSession();
	const [waiting, setWaiting] = useState<readonly Change[]>([]);
	const wait = (asked: Change) =>
		setWaiting((before) => [...before.filter(({ kind }) => kind !== asked.kind), asked]);
	const run = useEffectEvent(change);
	useEffect(() => {
		if (userId === undefined || waiting.length === 0) return;
		setWaiting([]);
		for (const each of waiting) run(each);
	}, [userId, waiting]);
	useEffect(() => {
		if (relation === null || typeof userId !== 'string') return;
		const action = takeAction(event.id);
		if (action !== null && !isDone(relation, action, event)) run(action);
	}, [event, relation, userId, takeAction]);
	return { wait, waiting };
}
