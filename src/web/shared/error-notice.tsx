/** An error in place of what could not be shown, with the step that helps: sign in, wait, or try again. */
import { type ComponentType, lazy, Suspense } from 'react';
import { m } from '../i18n/generated/messages.js';
import controls from '../ui/controls.module.css';
import type { CountdownProps } from './countdown.tsx';
import { ErrorText } from './error-text.tsx';
import { needsSignIn, waitOf } from './errors.ts';
import { SignInButton } from './session/sign-in-button.tsx';

/** Seconds. A longer wait is shown, not counted down. */
const longestCountdown = 600;

const Countdown = lazy<ComponentType<CountdownProps>>(() =>
	import('./countdown.tsx').then(
		({ Countdown: Code }) => ({ default: Code }),
		// The button is there without it.
		() => ({ default: () => null }),
	),
);

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
