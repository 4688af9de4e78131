/** The end of a session that nobody asked for: the header changes, the page stays, and a sign-in is offered. */
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

/** @param ended why the session ended, as it says itself */
export function useEndOfSession(ended: ProblemReason | undefined): void {
	const client = useQueryClient();
	const show = useMessage();
	const signIn = useSignIn();
	useEffect(() => {
		if (ended === undefined) return;
		const text = createElement(ErrorText, { error: sessionEnded(ended) });
		show({ text, action: { label: m.session_sign_in(), run: () => signIn() } });
	}, [ended, show, signIn]);

	// Any call may be the one that ends it.
	useEffect(() => {
		const end = async (error: unknown, isRead: boolean) => {
			if (!isSessionOver(error)) return;
			const { reason } = error.problem;
			const wasSignedIn = signedInUser(client) !== null;
			// Another call has ended it before.
			const why = reason !== 'signed_out' ? reason : wasSignedIn ? 'session_expired' : undefined;
			// A write that fails has a message of its own.
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
