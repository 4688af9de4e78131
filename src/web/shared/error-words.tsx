/** An error's text without its code. Lazy, because it imports all error messages. */
import { useEffect, useRef, useState } from 'react';
import { m } from '../i18n/messages.ts';
import { formatWait } from '../i18n/relative-time.ts';
import { formatError, isForAdministrator } from './format-error.ts';
import { usePageData } from './page-data.tsx';

export interface ErrorWordsProps {
	error: unknown;
	/** What failed, as a sentence that precedes the cause. */
	failed?: string | undefined;
	/** Whether a countdown is shown, in which case the text omits the wait. */
	countsDown?: boolean | undefined;
}

/** Adds the administrator's address if only they can help. */
export function ErrorWords({ error, failed, countsDown }: ErrorWordsProps) {
	const { contact } = usePageData().settings.brand;
	return (
		<>
			{formatError(error, failed, countsDown)}
			{contact !== null && isForAdministrator(error) && (
				<>
					{' '}
					<a href={contact}>{contact.replace('mailto:', '')}</a>
				</>
			)}
		</>
	);
}

interface CountdownProps {
	/** A new error restarts the countdown, even if the wait is the same. */
	error: unknown;
	seconds: number;
	onEnd: () => void;
}

/** Counts down to an automatic retry. */
export function Countdown({ error, seconds, onEnd }: CountdownProps) {
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
	// Screen readers must not announce every second.
	return <p aria-live="off">{m.error_again({ when: formatWait(left) })}</p>;
}
