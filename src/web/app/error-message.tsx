/** Failures in words: what happened, and what to do about it, for every code of Spec §7 and every refusal of the BFF. */
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '../../contract/choices.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { ProblemReason } from '../../contract/session.ts';
import { m } from '../i18n/generated/messages.js';
import { NetworkError, ProblemError, ServiceError } from '../service/errors.ts';
import controls from '../ui/controls.module.css';

type Sentence = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string;

const byCode: Record<Exclude<ErrorCode, 999>, Sentence> = {
	100: m.error_100,
	101: m.error_101,
	102: m.error_102,
	103: m.error_103,
	104: m.error_104,
	105: m.error_105,
	106: m.error_106,
	107: m.error_107,
	108: m.error_108,
	109: m.error_109,
	110: m.error_110,
	111: m.error_111,
	112: m.error_112,
	113: m.error_113,
	114: m.error_114,
	115: m.error_115,
	116: m.error_116,
	117: m.error_117,
	118: m.error_118,
	119: m.error_119,
	120: m.error_120,
	121: m.error_121,
	122: m.error_122,
	123: m.error_123,
	124: m.error_124,
	125: m.error_125,
	126: m.error_126,
	127: m.error_127,
	128: m.error_128,
};

const byReason: Record<ProblemReason, () => string> = {
	signed_out: m.error_signed_out,
	session_expired: m.error_session_expired,
	access_revoked: m.error_access_revoked,
	password_changed: m.error_password_changed,
	user_blocked: m.error_user_blocked,
	csrf: m.error_csrf,
	login_mismatch: m.error_login_mismatch,
	invalid_request: m.error_invalid_request,
	not_found: m.error_107,
	method_not_allowed: m.error_invalid_request,
	too_many_requests: m.error_too_many,
	service_unreachable: m.error_unreachable,
	service_timeout: m.error_timeout,
	service_invalid_answer: m.error_invalid_answer,
	overloaded: m.error_too_many,
	store_unreachable: m.error_internal,
	internal: m.error_internal,
};

/** What a person sees of a code, in a language of choice: for the developers' catalogue. */
export function messageOfCode(code: ErrorCode, locale: Locale): string {
	return code === 999 ? m.error_999({ detail: '…' }, { locale }) : byCode[code]({}, { locale });
}

/** A failure in one or two sentences of the current language. */
export function errorInWords(error: unknown): string {
	if (error instanceof ServiceError) {
		const known = byCode[error.code as keyof typeof byCode];
		const sentence =
			known?.() ?? m.error_999({ detail: error.msg.split(':').slice(1).join(':').trim() || error.msg });
		return error.retryAfter === undefined
			? sentence
			: `${sentence} ${m.error_wait({ seconds: error.retryAfter })}`;
	}
	if (error instanceof ProblemError) return byReason[error.problem.reason]();
	return error instanceof NetworkError ? m.error_network() : m.error_internal();
}

/** Seconds that a failure asks to wait; undefined when it says nothing. */
function waitOf(error: unknown): number | undefined {
	return error instanceof ServiceError || error instanceof ProblemError ? error.retryAfter : undefined;
}

/** A wait longer than this is told, not counted down. */
const longestCountdown = 600;

/** Counts down and then tries again by itself. */
function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
	const [left, setLeft] = useState(seconds);
	const latest = useRef(onEnd);
	useEffect(() => {
		latest.current = onEnd;
	});
	useEffect(() => {
		const endsAt = Date.now() + seconds * 1000;
		const timer = setInterval(() => {
			const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
			setLeft(rest);
			if (rest > 0) return;
			clearInterval(timer);
			latest.current();
		}, 1000);
		return () => clearInterval(timer);
	}, [seconds]);
	// Read out once, not at every second.
	return <p aria-live="off">{m.error_again_in({ seconds: left })}</p>;
}

/** A failure in place of what could not be shown; a limit counts down and tries again by itself. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const wait = waitOf(error);
	return (
		<div className={controls.notice} role="alert">
			<p>{errorInWords(error)}</p>
			{wait !== undefined && wait <= longestCountdown && <Countdown seconds={wait} onEnd={onRetry} />}
			<button type="button" className={controls.button} onClick={onRetry}>
				{m.app_retry()}
			</button>
		</div>
	);
}
