/**
 * Shows Going on a card, or a heart that toggles Interested. If signed out, the heart starts a sign-in. Code for
 * relations is loaded for signed-in people only.
 */
import { Suspense, useCallback, useEffect, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Heart } from './heart.tsx';

const RelationBadge = lazyComponent(() => import('./relation-badge.tsx'), 'RelationBadge');

export function OwnRelationBadge({ event }: { event: Event }) {
	const { userId } = useSession();
	const signIn = useSignIn();
	/** Whether the heart was tapped before the session or the code was loaded. */
	const [isAsked, setAsked] = useState(false);
	const forget = useCallback(() => setAsked(false), []);
	useEffect(() => {
		if (!isAsked || userId !== null) return;
		setAsked(false);
		signIn({ kind: 'wish', day: null, eventId: event.id, userId });
	}, [isAsked, userId, signIn, event.id]);
	const heart = <Heart title={event.title} wished={false} isWaiting={isAsked} onTap={() => setAsked(true)} />;
	return typeof userId === 'string' ? (
		<Suspense fallback={heart}>
			<RelationBadge event={event} isAsked={isAsked} onHandled={forget} />
		</Suspense>
	) : (
		heart
	);
}
