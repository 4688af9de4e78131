/** `/callback`: where the service sends people back to. Two mounts of the page make one exchange. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PublicSettings } from '../../../contract/session.ts';
import { errorInWords } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { ProblemError, ServiceError } from '../../service/errors.ts';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { useMessage } from '../../ui/message-bar.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { keepPendingAction, peekPendingAction } from './pending-action.ts';
import { useSession } from './session-provider.tsx';
import { type CallbackResult, completeSignIn, startSignIn } from './sign-in.ts';

/** Exchanges under way, by address: React mounts twice in development, and people reload. */
const underWay = new Map<string, Promise<CallbackResult>>();

function completeOnce(settings: PublicSettings): Promise<CallbackResult> {
	const { href } = window.location;
	const started = underWay.get(href) ?? completeSignIn(settings, new URL(href));
	underWay.set(href, started);
	return started;
}

export function CallbackPage() {
	const { settings } = usePageData();
	const { check } = useSession();
	const navigate = useNavigate();
	const show = useMessage();
	const [started] = useState(() => completeOnce(settings));
	const [result, setResult] = useState<CallbackResult | null>(null);

	useEffect(() => {
		// Code and state leave the address at once: they would stay in the history.
		window.history.replaceState(window.history.state, '', window.location.pathname);
		let isCurrent = true;
		const finish = async () => {
			const done = await started;
			if (!isCurrent) return;
			if (done.kind === 'signed-in') {
				const pending = peekPendingAction();
				if (pending !== null) keepPendingAction({ ...pending, isReady: true });
				await check();
				show({ text: m.session_welcome() });
				await navigate(done.returnTo, { replace: true });
			} else if (done.kind === 'denied') {
				keepPendingAction(null);
				show({ text: m.session_denied() });
				await navigate(done.returnTo, { replace: true });
			} else setResult(done);
		};
		void finish();
		return () => {
			isCurrent = false;
		};
	}, [started, check, navigate, show]);

	if (result === null) return <p role="status">{m.session_signing_in()}</p>;
	const again = () =>
		startSignIn(settings, result.returnTo).catch((error: unknown) => show({ text: errorInWords(error) }));
	return (
		<div className={controls.notice} role="alert">
			<PageHeading title={m.session_failed_title()} />
			<p>{reasonInWords(result)}</p>
			<button type="button" className={`${controls.button} ${controls.primary}`} onClick={() => void again()}>
				{m.session_again()}
			</button>
		</div>
	);
}

function reasonInWords(result: CallbackResult): string {
	if (result.kind === 'refused')
		return result.why === 'no-code' ? m.session_failed_no_code() : m.session_failed_mismatch();
	if (result.kind !== 'failed') return '';
	const { error } = result;
	if (error instanceof ServiceError && error.code === 118) return m.session_failed_code();
	const isMismatch = error instanceof ProblemError && error.problem.reason === 'login_mismatch';
	return isMismatch ? m.session_failed_mismatch() : errorInWords(error);
}
