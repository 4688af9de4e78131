/** How long the service asks to wait, in the notice of an error. */
import { useEffect, useRef, useState } from 'react';
import { m } from '../i18n/messages.ts';
import { formatWait } from '../i18n/relative-time.ts';

interface CountdownProps {
	/** Each error starts a countdown of its own, also when it asks for the same wait as the one before. */
	error: unknown;
	seconds: number;
	onEnd: () => void;
}

/** Counts down, then tries again by itself. */
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
	// Read out once, not at every second.
	return <p aria-live="off">{m.error_again({ when: formatWait(left) })}</p>;
}
