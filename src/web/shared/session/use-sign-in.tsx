import { useCallback } from 'react';
import { useMessage } from '../../ui/message-bar.tsx';
import { ErrorText } from '../error-text.tsx';
import { usePageData } from '../page-data.tsx';
import type { PendingAction } from './sign-in.ts';

/** Prevents a second tap from starting another sign-in. */
let isStarting = false;

/**
 * Returns a function that starts a sign-in, after which `action` runs and the app returns to a path, by default this
 * page's. A message shows failures.
 *
 * The third argument asks the service to let the person choose an account, which it may ignore.
 */
export function useSignIn(): (action?: PendingAction, returnTo?: string, prompt?: 'select_account') => void {
	const { settings } = usePageData();
	const show = useMessage();
	return useCallback(
		(action, returnTo, prompt) => {
			if (isStarting) return;
			isStarting = true;
			const { pathname, search } = window.location;
			const signIn = async () => {
				const { startSignIn } = await import('./sign-in.ts');
				await startSignIn(settings, returnTo ?? `${pathname}${search}`, action ?? null, prompt);
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
