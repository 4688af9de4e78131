/**
 * Shows Going on a card, or a heart that toggles Interested. If signed out, the heart offers to sign in. Code for relations
 * is loaded for signed-in people only.
 */
import { Suspense, useCallback, useDeferredValue, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Heart } from './heart.tsx';
import type { Change } from './own-relation.ts';

const RelationBadge = lazyComponent(() => import('./relation-badge.tsx'), 'RelationBadge');
const SignInSheet = lazyComponent(() => import('./sign-in-sheet.tsx'), 'SignInSheet');

const wish: Change = { kind: 'wish', day: null };

export function OwnRelationBadge({ event }: { event: Event }) {
	const { userId } = useSession();
	/** Whether the heart was tapped before the session or the code was loaded. */
	const [isAsked, setAsked] = useState(false);
	/** Deferred, so that React shows the sheet once its code is loaded, instead of an empty fallback first. */
	const isOffered = useDeferredValue(isAsked && userId === null);
	const forget = useCallback(() => setAsked(false), []);
	const heart = <Heart title={event.title} wished={false} isWaiting={isAsked} onTap={() => setAsked(true)} />;
	return typeof userId === 'string' ? (
		<Suspense fallback={heart}>
			<RelationBadge event={event} isAsked={isAsked} onHandled={forget} />
		</Suspense>
	) : (
		<>
			{heart}
			{isOffered && <SignInSheet event={event} change={wish} onClose={forget} />}
		</>
	);
}
