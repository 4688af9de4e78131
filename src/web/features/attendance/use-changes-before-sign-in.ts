import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { type Change, isDone } from './own-relation.ts';

/**
 * Sends changes of the signed-in person, and offers to sign in for those of others. A change tapped before a sign-in is
 * sent once the relation is loaded, unless it has been made already.
 *
 * @returns `offered`: the change to make after a sign-in
 */
export function useChangesBeforeSignIn(
	event: Event,
	relation: OwnRelation | null,
	send: (change: Change) => void,
) {
	const { userId, takeAction } = useSession();
	const isSignedIn = typeof userId === 'string';
	const [offered, setOffered] = useState<Change | null>(null);
	const change = (next: Change) => {
		if (isSignedIn) send(next);
		// A fallback, even an empty one, would delay the sheet: React then waits before it shows the content.
		else startTransition(() => setOffered(next));
	};
	const run = useEffectEvent(change);
	useEffect(() => {
		if (relation === null || !isSignedIn) return;
		const action = takeAction(event.id);
		if (action !== null && !isDone(relation, action, event)) run(action);
	}, [event, relation, isSignedIn, takeAction]);
	return {
		change,
		// Not after a sign-in in another tab, which may be somebody else's.
		offered: isSignedIn ? null : offered,
		forget: () => setOffered(null),
	};
}
