/** Handles sessions that end on their own: the page stays, and a message offers to sign in. */
import { useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect } from 'react';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import { m } from '../../i18n/messages.ts';
import { useMessage } from '../../ui/message-bar.tsx';
import { ErrorText } from '../error-text.tsx';
import { isSessionOver, sessionEnded } from '../errors.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { endSession, signedInUser } from './session-changes.ts';
import { useSignIn } from './use-sign-in.ts';

export function useEndOfSession(ended: ProblemReason | undefined): void {
	const client = useQueryClient();
	const show = useMessage();
	const signIn = useSignIn();
	useEffect(() => {
		if (ended === undefined) return;
		const text = createElement(ErrorText, { error: sessionEnded(ended) });
		show({ text, action: { label: m.session_sign_in(), run: () => signIn() } });
	}, [ended, show, signIn]);

	// Any call can reveal that the session has ended.
	useEffect(() => {
		const end = async (error: unknown, isRead: boolean) => {
			if (!isSessionOver(error)) return;
			const { reason } = error.problem;
			const wasSignedIn = signedInUser(client) !== null;
			// Undefined: an earlier call has already handled it.
			const why = reason !== 'signed_out' ? reason : wasSignedIn ? 'session_expired' : undefined;
			// Failed writes show their own message.
			const epoch = await endSession(client, isRead ? why : undefined);
			if (epoch !== null) tellOtherTabs(epoch);
		};
		const ends = [
			client.getQueryCache().subscribe((event) => {
				if (event.type === 'updated' && event.action.type === 'error') void end(event.action.error, true);
			}),
			client.getMutationCache().subscribe((event) => {
				if (event.type === 'updated' && event.action.type === 'error') void end(event.action.error, false);
			}),
		];
		return () => {
			for (const unsubscribe of ends) unsubscribe();
		};
	}, [client]);
}
