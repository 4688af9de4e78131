/** `/callback`: the service redirects here after consent. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { quickStartState } from '../../../contract/bff-api/developers.ts';
import { pagePatterns } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { sessionEpoch } from '../../shared/session/session-queries.ts';
import { type CallbackResult, completeSignIn } from '../../shared/session/sign-in.ts';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { Button } from '../../ui/button.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { changeAfterSignIn } from '../attendance/change-after-sign-in.tsx';

/** The exchange of the code in this document's URL. */
let latest: { href: string; result: Promise<CallbackResult> } | null = null;

/**
 * Exchanges a code only once, although the page mounts again in StrictMode and when another person's session begins. By
 * then, the URL has no code, or is the next page's.
 */
function completeOnce(href: string, complete: () => Promise<CallbackResult>): Promise<CallbackResult> {
	const { pathname, search } = new URL(href);
	const isAgain = latest?.href === href || pathname !== pagePatterns.callback || search === '';
	if (latest === null || !isAgain) latest = { href, result: complete() };
	return latest.result;
}

type Failure = CallbackResult & { kind: 'rejected' | 'failed' };

export function CallbackPage() {
	const { settings } = usePageData();
	const { userId, refetch } = useSession();
	const client = useQueryClient();
	const navigate = useNavigate();
	const show = useMessage();
	const signIn = useSignIn();
	const [failure, setFailure] = useState<Failure | null>(null);

	useEffect(() => {
		const { href, pathname, search } = window.location;
		const query = new URLSearchParams(search);
		if (query.get('state') === quickStartState) {
			const state = { code: query.get('code') };
			navigate(`${pagePatterns.developers}#${quickStartState}`, { replace: true, state });
			return;
		}
		let isCurrent = true;
		const complete = async () => {
			const result = await completeSignIn(settings, new URL(href));
			if (result.kind === 'denied') show({ text: m.session_denied() });
			if (result.kind !== 'signed-in') return result;
			const { action, session } = result;
			await refetch();
			show({ text: m.session_welcome() });
			const user = session.service_user_id;
			if (action === null || (action.userId ?? user) !== user) return result;
			// Another tab may have begun a newer session.
			if (sessionEpoch(client) !== session.epoch) show({ text: m.attendance_not_saved() });
			// Made here, because the next page may no longer show the tapped card.
			else await changeAfterSignIn(client, show, action);
			return result;
		};
		const go = (result: CallbackResult) => {
			if (!isCurrent) return;
			if (result.kind === 'rejected' || result.kind === 'failed') setFailure(result);
			else navigate(result.returnTo, { replace: true });
		};
		completeOnce(href, complete).then(go, (error: unknown) =>
			go({ kind: 'failed', error, returnTo: '/', action: null }),
		);
		// Removes code and state from the URL and the history.
		if (pathname === pagePatterns.callback) window.history.replaceState(window.history.state, '', pathname);
		return () => {
			isCurrent = false;
		};
	}, [settings, client, refetch, navigate, show]);

	// After Back, the callback URL's code has already been used.
	if (failure?.kind === 'rejected' && typeof userId === 'string')
		return <Navigate to={failure.returnTo} replace />;
	if (failure === null) return <p role="status">{m.session_signing_in()}</p>;
	return (
		<div className="notice" role="alert">
			<PageHeading title={m.session_failed_title()} />
			<p>{failure.kind === 'failed' ? <ErrorText error={failure.error} /> : formatRejection(failure)}</p>
			<Button look="primary" onTap={() => signIn(failure.action ?? undefined, failure.returnTo)}>
				{m.session_again()}
			</Button>
		</div>
	);
}

function formatRejection({ why }: CallbackResult & { kind: 'rejected' }): string {
	return why === 'no-code' ? m.session_no_code() : m.error_sign_in_mismatch();
}
