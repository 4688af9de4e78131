/** Lifetime of the access token (Spec §3.1). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Session, TokenRequest } from '../../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { dateFormat } from '../../../contract/words/date-format.ts';
import { reader } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { ServiceError } from '../../shared/errors.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { sessionQuery } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';
import { Fields, Gauge } from './response-view.tsx';

export function TokenTimeline() {
	const { signOut, refetch } = useSession();
	const { data: session } = useQuery(sessionQuery);
	const refresh = useMutation({
		mutationFn: () =>
			callBff('POST', bffPatterns.token, { grant_type: 'refresh_token' } satisfies TokenRequest),
		onSettled: refetch,
	});
	const leave = useMutation({ mutationFn: () => signOut() });
	const error = refresh.error ?? leave.error;
	return (
		<section className={css.section} aria-labelledby="developers-token">
			<h2 id="developers-token">Access token</h2>
			{session?.signed_in === true ? (
				<>
					<Token session={session} />
					<div className={`row ${css.row}`}>
						<Button onTap={() => refresh.mutate()}>Refresh token</Button>
						<Button onTap={() => leave.mutate()}>Sign out</Button>
					</div>
				</>
			) : (
				<p>Sign in to see your access token.</p>
			)}
			<p role="status" data-testid="refresh-result">
				{error !== null && formatFailure(error)}
				{refresh.isSuccess && 'Refreshed. You have a new pair of tokens.'}
			</p>
		</section>
	);
}

/** Includes the error code, for developers. */
const formatFailure = (error: Error): ReactNode =>
	error instanceof ServiceError ? `${error.code} ${error.msg}` : <ErrorText error={error} />;

function Token({ session }: { session: Session & { signed_in: true } }) {
	const { token_received_at: received, token_expires_at: ends, scope } = session;
	const [now] = useState(() => Date.now());
	const whole = Date.parse(ends) - Date.parse(received);
	const percent = Math.max(0, Math.min(100, Math.round((100 * (Date.parse(ends) - now)) / whole)));
	const format = (iso: string) =>
		dateFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hour12: reader.hourCycle === 'h12' }).format(
			new Date(iso),
		);
	return (
		<>
			<Gauge label="Access token" max={100} value={percent}>
				{percent}% of its lifetime left
			</Gauge>
			<Fields
				fields={[
					['Issued', format(received)],
					['Expires (can be refreshed from then on)', format(ends)],
					['scope', scope],
				]}
			/>
		</>
	);
}
