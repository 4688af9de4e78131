/** An error in place of what could not be shown, with the step that helps: sign in, wait, or try again. */
import { Suspense } from 'react';
import { m } from '../i18n/messages.ts';
import controls from '../ui/controls.module.css';
import { lazyOrNothing } from '../ui/lazy-or-nothing.ts';
import { ErrorText } from './error-text.tsx';
import { needsSignIn, waitOf } from './errors.ts';
import { SignInButton } from './session/sign-in-button.tsx';

/** Seconds. A longer wait is shown, not counted down. */
const longestCountdown = 600;

/** The button is there without it. */
const Countdown = lazyOrNothing(async () => (await import('./countdown.tsx')).Countdown);

export interface ErrorNoticeProps {
	error: unknown;
	onRetry: () => void;
}

export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
	const wait = waitOf(error);
	const asksForSignIn = needsSignIn(error);
	const countsDown = !asksForSignIn && wait !== undefined && wait <= longestCountdown;
	return (
		<div className={controls.notice} role="alert">
			<p>
				<ErrorText error={error} countsDown={countsDown} />
			</p>
			{asksForSignIn ? (
				<SignInButton />
			) : (
				<>
					{countsDown && (
						<Suspense>
							<Countdown error={error} seconds={wait} onEnd={onRetry} />
						</Suspense>
					)}
					<button type="button" className={controls.button} onClick={onRetry}>
						{m.app_retry()}
					</button>
				</>
			)}
		</div>
	);
}
