import { Suspense } from 'react';
import { m } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import controls from '../ui/controls.module.css';
import { lazyOrNothing } from '../ui/lazy-component.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { ErrorText } from './error-text.tsx';
import { needsSignIn, waitOf } from './errors.ts';
import { useOnline } from './online.ts';
import { SignInButton } from './session/sign-in-button.tsx';

/** Longer waits are stated, not counted down. */
const maxCountdownSeconds = 600;

const Countdown = lazyOrNothing(async () => (await import('./error-words.tsx')).Countdown);

interface ErrorNoticeProps {
	error: unknown;
	onRetry: () => void;
}

/** An error, and what helps: sign in, wait, or retry. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
	const wait = waitOf(error);
	const asksForSignIn = needsSignIn(error);
	const countsDown = !asksForSignIn && wait !== undefined && wait <= maxCountdownSeconds;
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
					<Button onTap={onRetry}>{m.app_retry()}</Button>
				</>
			)}
		</div>
	);
}

/** An error in place of a whole page, with a heading and a document title. */
export function PageError(props: ErrorNoticeProps) {
	const isOnline = useOnline();
	return (
		<>
			<PageHeading title={isOnline ? m.app_broken_title() : m.app_offline_title()} />
			<ErrorNotice {...props} />
		</>
	);
}
