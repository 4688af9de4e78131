/**
 * The heart of a card. For signed-in people, loads `signed-in-heart.tsx`, which toggles Interested, or shows Going
 * instead. For others, a tap offers to sign in.
 */
import { Suspense, useCallback, useDeferredValue, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { HeartButton } from './heart-button.tsx';
import type { Change } from './own-relation.ts';

const SignedInHeart = lazyComponent(() => import('./signed-in-heart.tsx'), 'SignedInHeart');
const SignInSheet = lazyComponent(() => import('./sign-in-sheet.tsx'), 'SignInSheet');

const wish: Change = { kind: 'wish', day: null };

export function Heart({ event }: { event: Event }) {
	const { userId } = useSession();
	/** Whether the heart was tapped before the session or the code was loaded. */
	const [isAsked, setAsked] = useState(false);
	/** Deferred, so that React shows the sheet once its code is loaded, instead of an empty fallback first. */
	const isOffered = useDeferredValue(isAsked && userId === null);
	const forget = useCallback(() => setAsked(false), []);
	const heart = (
		<HeartButton title={event.title} wished={false} isWaiting={isAsked} onTap={() => setAsked(true)} />
	);
	return typeof userId === 'string' ? (
		<Suspense fallback={heart}>
			<SignedInHeart event={event} isAsked={isAsked} onHandled={forget} />
		</Suspense>
	) : (
		<>
			{heart}
			{isOffered && <SignInSheet event={event} change={wish} onClose={forget} />}
		</>
	);
}
