/** An error in place of what could not be shown, with the step that helps: sign in, wait, or try again. */
import { useEffect, useRef, useState } from 'react';
import { m } from '../i18n/generated/messages.js';
import { formatWait } from '../i18n/relative-time.ts';
import controls from '../ui/controls.module.css';
import { ErrorText } from './error-text.tsx';
import { needsSignIn, waitOf } from './errors.ts';
import { SignInButton } from './session/sign-in-button.tsx';

/** Seconds. A longer wait is shown, not counted down. */
const longestCountdown = 600;

interface CountdownProps {
	/** Each error starts a countdown of its own, also when it asks for the same wait as the one before. */
	error: unknown;
	seconds: number;
	onEnd: () => void;
}

/** Counts down, then tries again by itself. */
function Countdown({ error, seconds, onEnd }: CountdownProps) {
	const [counted, setCounted] = useState({ error, left: seconds });
	const left = counted.error === error ? counted.left : seconds;
	const latest = useRef(onEnd);
	useEffect(() => {
		latest.current = onEnd;
	});
	useEffect(() => {
		const endsAt = Date.now() + seconds * 1000;
		const timer = setInterval(() => {
			const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
			setCounted({ error, left: rest });
			if (rest > 0) return;
			clearInterval(timer);
			latest.current();
		}, 1000);
		return () => clearInterval(timer);
	}, [error, seconds]);
	// Read out once, not at every second.
	return <p aria-live="off">{m.error_again({ when: formatWait(left) })}</p>;
}

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
					{countsDown && <Countdown error={error} seconds={wait} onEnd={onRetry} />}
					<button type="button" className={controls.button} onClick={onRetry}>
						{m.app_retry()}
					</button>
				</>
			)}
		</div>
	);
}
