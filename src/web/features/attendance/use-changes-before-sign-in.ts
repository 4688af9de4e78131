import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { type Change, isDone } from './use-own-relation.ts';

/**
 * Sends changes of the signed-in person. Those requested before the session was loaded wait for it; a change requested
 * before a sign-in is sent once the relation is loaded, unless it has been made already.
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
	const [requested, setRequested] = useState<readonly Change[]>([]);
	/** Deferred, so that React shows the sheet once its code is loaded, instead of an empty fallback first. */
	const offered = useDeferredValue(userId === null ? requested.at(-1) : undefined);
	const run = useEffectEvent(send);
	useEffect(() => {
		if (!isSignedIn || requested.length === 0) return;
		setRequested([]);
		for (const each of requested) run(each);
	}, [isSignedIn, requested]);
	useEffect(() => {
		if (relation === null || !isSignedIn) return;
		const action = takeAction(event.id);
		if (action !== null && !isDone(relation, action, event)) run(action);
	}, [event, relation, isSignedIn, takeAction]);
	return {
		change: (next: Change) =>
			isSignedIn
				? send(next)
				: setRequested((before) => [...before.filter(({ kind }) => kind !== next.kind), next]),
		isWaiting: (kind: Change['kind']) => userId === undefined && requested.some((each) => each.kind === kind),
		offered,
		forget: () => setRequested([]),
	};
}
