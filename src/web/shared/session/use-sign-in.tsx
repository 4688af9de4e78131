import { useCallback } from 'react';
import { useMessage } from '../../ui/message-bar.tsx';
import { ErrorText } from '../error-text.tsx';
import { usePageData } from '../page-data.tsx';
import type { PendingAction } from './pending-action.ts';

/** Prevents a second tap from starting another sign-in. */
let isStarting = false;

/** Returns a function that starts a sign-in, which returns to this page and runs `action`. Shows failures itself. */
export function useSignIn(): (action?: PendingAction) => void {
	const { settings } = usePageData();
	const show = useMessage();
	return useCallback(
		(action) => {
			if (isStarting) return;
			isStarting = true;
			const { pathname, search } = window.location;
			const signIn = async () => {
				const { startSignIn } = await import('./sign-in.ts');
				await startSignIn(settings, `${pathname}${search}`, action ?? null);
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
