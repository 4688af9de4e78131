/** `/callback`: the service redirects here after consent. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { PublicSettings } from '../../../contract/bff-api/page-data.ts';
import { m } from '../../i18n/messages.ts';
import { callOperation } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { type CallbackResult, completeSignIn } from '../../shared/session/sign-in.ts';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { useMessage } from '../../ui/message-bar.tsx';
import { refetchChanged } from '../attendance/own-queries.ts';
import { NotSaved } from '../attendance/use-attendance.tsx';
import { storeRelation } from '../attendance/use-attendance-mutation.ts';

/** Pending exchanges by URL, because StrictMode runs effects twice in development. */
const underWay = new Map<string, Promise<CallbackResult>>();

function completeOnce(settings: PublicSettings): Promise<CallbackResult> {
	const { href } = window.location;
	const started = underWay.get(href) ?? completeSignIn(settings, new URL(href));
	underWay.set(href, started);
	return started;
}

async function wish(client: QueryClient, id: string): Promise<ReactNode> {
	try {
		const { relation } = await callOperation('wishEvent', { id });
		// One can't wish for an event that is over.
		storeRelation(client, 'ongoing', id, relation);
		refetchChanged(client, id);
		return m.attendance_wished();
	} catch (error) {
		return <NotSaved error={error} />;
	}
}

type Failure = CallbackResult & { kind: 'rejected' | 'failed' };

export function CallbackPage() {
	const { settings } = usePageData();
	const { userId, finishSignIn, takeAction } = useSession();
	const client = useQueryClient();
	const navigate = useNavigate();
	const show = useMessage();
	const signIn = useSignIn();
	const [started] = useState(() => completeOnce(settings));
	const [failure, setFailure] = useState<Failure | null>(null);

	useEffect(() => {
		// Removes code and state from the URL and the history.
		window.history.replaceState(window.history.state, '', window.location.pathname);
		let isCurrent = true;
		const finish = async () => {
			const result = await started;
			if (!isCurrent) return;
			if (result.kind === 'signed-in') {
				const { action } = result;
				await finishSignIn(action);
				// The card whose heart was tapped may be gone, so sends the change here. Repeating it is harmless.
				const isWish = action?.kind === 'wish' && takeAction(action.eventId) !== null;
				show({ text: isWish ? await wish(client, action.eventId) : m.session_welcome() });
			} else if (result.kind === 'denied') show({ text: m.session_denied() });
			else return setFailure(result);
			navigate(result.returnTo, { replace: true });
		};
		void finish();
		return () => {
			isCurrent = false;
		};
	}, [started, finishSignIn, takeAction, client, navigate, show]);

	// After Back, the callback URL's code has already been used.
	if (failure?.kind === 'rejected' && typeof userId === 'string')
		return <Navigate to={failure.returnTo} replace />;
	if (failure === null) return <p role="status">{m.session_signing_in()}</p>;
	return (
		<div className={controls.notice} role="alert">
			<PageHeading title={m.session_failed_title()} />
			<p>{failure.kind === 'failed' ? <ErrorText error={failure.error} /> : formatRejection(failure)}</p>
			<Button look="primary" onTap={() => signIn(undefined, failure.returnTo)}>
				{m.session_again()}
			</Button>
		</div>
	);
}

function formatRejection({ why }: CallbackResult & { kind: 'rejected' }): string {
	return why === 'no-code' ? m.session_no_code() : m.error_sign_in_mismatch();
}
