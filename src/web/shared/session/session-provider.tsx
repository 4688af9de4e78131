import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
	createContext,
	Fragment,
	type ReactNode,
	useContext,
	useDeferredValue,
	useEffect,
	useMemo,
	useState,
} from 'react';
import type { LogoutRequest } from '../../../contract/bff-api/auth.ts';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { m, reader } from '../../i18n/messages.ts';
import { useMessage } from '../../ui/message-bar.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { callBff } from '../call.ts';
import { ErrorText } from '../error-text.tsx';
import { sessionEnded } from '../errors.ts';
import { browserStorage, sessionKey } from '../storage.ts';
import { removeOtherSessions } from './session-data.ts';
import {
	endSession,
	endSessionIfOver,
	readSessionAgain,
	sessionEpoch,
	sessionQuery,
} from './session-queries.ts';
import { useSignIn } from './use-sign-in.tsx';

interface SessionState {
	/** Undefined until known; null if signed out. */
	userId: string | null | undefined;
	/** @param everywhere ends all of the person's sessions @throws whatever `callBff` throws */
	signOut(everywhere?: boolean): Promise<void>;
	refetch(): Promise<void>;
}

const SessionContext = createContext<SessionState | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
	const client = useQueryClient();
	const { data } = useQuery(sessionQuery);
	const current = data === undefined ? undefined : data.signed_in ? data.service_user_id : null;
	// The initial value is deferred, so that it doesn't interrupt hydration. The end of a session is not deferred, or
	// personal data would be refetched while signed out and cached as public.
	const isKnown = useDeferredValue(current !== undefined);
	const userId = isKnown ? current : undefined;
	const epoch = data === undefined ? undefined : data.signed_in ? data.epoch : null;
	const [seen, setSeen] = useState({ epoch, endedCount: 0 });
	if (epoch !== seen.epoch)
		setSeen({ epoch, endedCount: seen.endedCount + (typeof seen.epoch === 'string' ? 1 : 0) });
	const show = useMessage();
	useRestoredPage();
	useMessageOnEnd(data?.signed_in === false ? data.ended : undefined);

	const actions = useMemo(() => {
		const refetch = async () => {
			await readSessionAgain(client);
			await removeOtherSessions(sessionEpoch(client));
		};
		return {
			refetch,
			async signOut(everywhere = false) {
				const epoch = sessionEpoch(client) ?? undefined;
				try {
					await callBff('POST', bffPatterns.logout, { everywhere } satisfies LogoutRequest, { epoch });
				} catch (error) {
					await endSessionIfOver(client, error, false);
					throw error;
				}
				await endSession(client);
				await removeOtherSessions(null);
			},
		};
	}, [client]);

	useEffect(() => {
		/** Browsers don't send this event to the tab that wrote the value. */
		const followOtherTab = async ({ key, oldValue, newValue }: StorageEvent) => {
			if (key !== sessionKey) return;
			// Removes the message, because a tap on its button would act as the next person.
			show(null);
			// Ends the session immediately, even without a network.
			if (newValue === null && oldValue === sessionEpoch(client)) await endSession(client);
			// Also stores this tab's epoch again, if the other tab has replaced it with an older one.
			await actions.refetch();
		};
		window.addEventListener('storage', followOtherTab);
		return () => window.removeEventListener('storage', followOtherTab);
	}, [client, show, actions]);
	useEffect(() => {
		if (epoch !== undefined) void removeOtherSessions(epoch);
	}, [epoch]);

	const state = useMemo(() => ({ userId, ...actions }), [userId, actions]);
	return (
		<SessionContext value={state}>
			{/* Remounts everything when a session ends or the language changes. */}
			<Fragment key={`${seen.endedCount} ${reader.locale}`}>{children}</Fragment>
		</SessionContext>
	);
}

export function useSession(): SessionState {
	const state = useContext(SessionContext);
	if (state === null) throw new Error('no SessionProvider');
	// Even if the session is already known, each part of the page must first render what the server did.
	return { ...state, userId: useInBrowser(() => state.userId, undefined) };
}

/** Offers to sign in after a session has ended on its own. The page stays. */
function useMessageOnEnd(ended: ProblemReason | undefined): void {
	const show = useMessage();
	const signIn = useSignIn();
	useEffect(() => {
		if (ended === undefined) return;
		const text = <ErrorText error={sessionEnded(ended)} />;
		show({ text, action: { label: m.session_sign_in(), run: () => signIn() } });
	}, [ended, show, signIn]);
}

/**
 * Hides personal pages in the back/forward cache until the same session returns. Browsers with `Clear-Site-Data` evict
 * them at sign-out; this is for the others.
 */
function useRestoredPage(): void {
	const client = useQueryClient();
	useEffect(() => {
		const { style } = document.documentElement;
		const hide = () => {
			// Not `hidden`, which has no layout: places in the page are remembered after this (`app/return-after-reload.ts`).
			style.visibility = sessionEpoch(client) === null ? '' : 'hidden';
		};
		const restore = ({ persisted }: PageTransitionEvent) => {
			if (!persisted) return;
			if (browserStorage.read(sessionKey) !== sessionEpoch(client)) return window.location.reload();
			style.visibility = '';
			void readSessionAgain(client);
		};
		window.addEventListener('pagehide', hide);
		window.addEventListener('pageshow', restore);
		return () => {
			window.removeEventListener('pagehide', hide);
			window.removeEventListener('pageshow', restore);
		};
	}, [client]);
}
