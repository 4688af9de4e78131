import { m } from '../i18n/generated/messages.js';
import { codeOf, formatError } from './format-error.ts';

interface ErrorTextProps {
	error: unknown;
	/** What did not work, as a sentence that the others follow. */
	failed?: string;
	/** Whether the wait is shown beside it. */
	countsDown?: boolean;
}

/** An error in words, with the service's code small behind them: its support asks for it. */
export function ErrorText({ error, failed, countsDown }: ErrorTextProps) {
	const code = codeOf(error);
	return (
		<>
			{formatError(error, failed, countsDown)}
			{code !== undefined && <small> {m.error_code({ code })}</small>}
		</>
	);
}
