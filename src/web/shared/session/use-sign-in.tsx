import { useCallback } from 'react';
import { useMessage } from '../../ui/message-bar.tsx';
import { ErrorText } from '../error-text.tsx';
import { usePageData } from '../page-data.tsx';
import type { PendingAction } from './pending-action.ts';

/** Prevents a second tap from starting another sign-in. */
let isStarting = false;

/**
 * Returns a function that starts a sign-in, which runs `action` and returns to a path, by default this page's. Shows
 * failures itself.
 */
export function useSignIn(): (action?: PendingAction, returnTo?: string) => void {
	const { settings } = usePageData();
	const show = useMessage();
	return useCallback(
		(action, returnTo) => {
			if (isStarting) return;
			isStarting = true;
			const { pathname, search } = window.location;
			const signIn = async () => {
				const { startSignIn } = await import('./sign-in.ts');
				await startSignIn(settings, returnTo ?? `${pathname}${search}`, action ?? null);
			};
			signIn()
				.catch((error: unknown) => show({ text: <ErrorText error={error} /> }))
				.finally(() => {
					isStarting = false;
				});
		},
		[settings, show],
	);
}
