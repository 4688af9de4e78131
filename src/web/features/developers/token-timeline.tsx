/** The life of the access token: when it was given, when it ends, and from when on it can be refreshed (Spec §3.1). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorInWords } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { callBff } from '../../service/call.ts';
import { ServiceError } from '../../service/errors.ts';
import controls from '../../ui/controls.module.css';
import { sessionQueries } from '../session/queries.ts';
import { useSession } from '../session/session-provider.tsx';
import css from './developers.module.css';

export function TokenTimeline() {
	const client = useQueryClient();
	const { locale } = useLocale();
	const { signOut, check } = useSession();
	const { data: session } = useQuery(sessionQueries.current);
	const [said, setSaid] = useState('');
	const time = (iso: string) =>
		new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', {
			dateStyle: 'medium',
			timeStyle: 'medium',
		}).format(new Date(iso));
	const refresh = async () => {
		try {
			await callBff('POST', '/auth/token', { grant_type: 'refresh_token' });
			setSaid(m.developers_refreshed());
		} catch (error) {
			setSaid(error instanceof ServiceError ? `${error.code} ${error.msg}` : errorInWords(error));
		}
		await client.invalidateQueries({ queryKey: sessionQueries.current.queryKey });
		await check();
	};
	return (
		<section className={css.section} aria-labelledby="developers-token">
			<h2 id="developers-token">{m.developers_token()}</h2>
			{session?.signed_in === true ? (
				<>
					<Life given={session.token_received_at} ends={session.token_expires_at} />
					<dl className={css.headers}>
						<div>
							<dt>{m.developers_token_given()}</dt>
							<dd>{time(session.token_received_at)}</dd>
						</div>
						<div>
							<dt>{m.developers_token_ends()}</dt>
							<dd>{time(session.token_expires_at)}</dd>
						</div>
						<div>
							<dt>scope</dt>
							<dd>{session.scope}</dd>
						</div>
					</dl>
					<div className={css.row}>
						<button type="button" className={controls.button} onClick={() => void refresh()}>
							{m.developers_refresh()}
						</button>
						<button type="button" className={controls.button} onClick={() => void signOut()}>
							{m.session_sign_out()}
						</button>
					</div>
				</>
			) : (
				<p>{m.developers_token_none()}</p>
			)}
			<p role="status" data-testid="refresh-answer">
				{said}
			</p>
		</section>
	);
}

function Life({ given, ends }: { given: string; ends: string }) {
	const [now] = useState(() => Date.now());
	const whole = Date.parse(ends) - Date.parse(given);
	const percent = Math.max(0, Math.min(100, Math.round((100 * (Date.parse(ends) - now)) / whole)));
	return (
		<p className={css.gauge}>
			<meter aria-label={m.developers_token()} min={0} max={100} low={10} value={percent} />
			<span>{m.developers_token_left({ percent })}</span>
		</p>
	);
}
