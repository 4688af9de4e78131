/** Who is signed in, for all below; and a sign-out in one tab seen in the others. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useMemo } from 'react';
import { forgetAnswers } from '../../app/offline.ts';
import { callBff } from '../../service/call.ts';
import { eventQueries } from '../events/queries.ts';
import { privateKey, sessionQueries } from './queries.ts';

interface SessionState {
	/** Undefined until the BFF has answered. */
	userId: string | null | undefined;
	/** Ends the session here and in other tabs. */
	signOut(): Promise<void>;
	/** Looks again: after a sign-in, and when a call said that the session is over. */
	check(): Promise<void>;
}

const SessionContext = createContext<SessionState | null>(null);
const channelName = 'daybill.session';

export function SessionProvider({ children }: { children: ReactNode }) {
	const client = useQueryClient();
	const { data } = useQuery(sessionQueries.current);
	// Everything hears of it: deferred, what is being taken over from HTML is not drawn in one piece because of it.
	const userId = useDeferredValue(
		data === undefined ? undefined : data.signed_in ? data.service_user_id : null,
	);

	const actions = useMemo(() => {
		const checkHere = async () => {
			client.removeQueries({ queryKey: [privateKey] });
			client.getMutationCache().clear();
			forgetAnswers();
			// A look that is under way was asked before the change, and must not be joined.
			await client.cancelQueries({ queryKey: sessionQueries.current.queryKey });
			// What was read as somebody else may differ now (has_invited, can_invite).
			await client.invalidateQueries({ queryKey: [...eventQueries.all, 'detail'], refetchType: 'none' });
			await client.invalidateQueries({ queryKey: sessionQueries.current.queryKey });
		};
		const check = async () => {
			await checkHere();
			const channel = new BroadcastChannel(channelName);
			channel.postMessage('changed');
			channel.close();
		};
		const signOut = async () => {
			await callBff('POST', '/auth/logout');
			await check();
		};
		return { checkHere, check, signOut };
	}, [client]);

	useEffect(() => {
		const channel = new BroadcastChannel(channelName);
		channel.addEventListener('message', () => void actions.checkHere());
		return () => channel.close();
	}, [actions]);

	const { check, signOut } = actions;
	const state = useMemo(() => ({ userId, signOut, check }), [userId, signOut, check]);
	return <SessionContext value={state}>{children}</SessionContext>;
}

export function useSession(): SessionState {
	const state = useContext(SessionContext);
	if (state === null) throw new Error('useSession outside of SessionProvider');
	return state;
}
