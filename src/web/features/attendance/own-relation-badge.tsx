/**
 * On a card: whether the signed-in person goes, else a heart that marks the event. Signed out, the heart begins with a
 * sign-in. What follows from a relation is loaded for people who are signed in.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.ts';
import { Heart } from './heart.tsx';

const RelationBadge = lazy(async () => ({ default: (await import('./relation-badge.tsx')).RelationBadge }));

export function OwnRelationBadge({ event }: { event: Event }) {
	const { userId } = useSession();
	const signIn = useSignIn();
	/** Tapped before it was known who is signed in, or what their relation is. */
	const [isAsked, setAsked] = useState(false);
	useEffect(() => {
		if (!isAsked || userId !== null) return;
		setAsked(false);
		signIn({ kind: 'wish', day: null, eventId: event.id, userId });
	}, [isAsked, userId, signIn, event.id]);
	const heart = <Heart title={event.title} wished={false} isWaiting={isAsked} onTap={() => setAsked(true)} />;
	return typeof userId === 'string' ? (
		<Suspense fallback={heart}>
			<RelationBadge userId={userId} event={event} isAsked={isAsked} onAsked={setAsked} />
		</Suspense>
	) : (
		heart
	);
}
