import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { type Change, isDone } from './own-relation.ts';

/**
 * Sends a signed-in person's changes, and offers to sign in to everyone else. Changes tapped before the session was loaded
 * wait for it. A change tapped before a sign-in is sent once the relation is loaded, unless it has been made already.
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
	const [waiting, setWaiting] = useState<readonly Change[]>([]);
	const [offered, setOffered] = useState<Change | null>(null);
	const wait = (next: Change) =>
		setWaiting((before) => [...before.filter(({ kind }) => kind !== next.kind), next]);
	const sendOrOffer = (next: Change) => {
		if (isSignedIn) send(next);
		// A fallback, even an empty one, would delay the sheet: React then waits before it shows the content.
		else startTransition(() => setOffered(next));
	};
	const run = useEffectEvent(sendOrOffer);
	useEffect(() => {
		if (userId === undefined || waiting.length === 0) return;
		setWaiting([]);
		for (const each of waiting) run(each);
	}, [userId, waiting]);
	useEffect(() => {
		if (relation === null || !isSignedIn) return;
		const action = takeAction(event.id);
		if (action !== null && !isDone(relation, action, event)) run(action);
	}, [event, relation, isSignedIn, takeAction]);
	return {
		change: userId === undefined ? wait : sendOrOffer,
		isWaiting: (kind: Change['kind']) => waiting.some((each) => each.kind === kind),
		// Null after a sign-in in another tab, where somebody else may have signed in.
		offered: isSignedIn ? null : offered,
		forget: () => setOffered(null),
	};
}
