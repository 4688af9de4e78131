import { useEffect, useState } from 'react';
import { m } from '../i18n/generated/messages.js';
import { codeOf, NetworkError } from './errors.ts';

type FormatError = typeof import('./format-error.ts')['formatError'];

/** Needs no more words than a first visit has: without a network no others can be loaded. */
const formatWithoutNetwork: FormatError = (_error, failed) =>
	failed === undefined ? m.error_network() : m.error_after({ first: failed, next: m.error_network() });

/** The words of all errors, which are loaded with the first one; null until they are. */
function useErrorWords(error: unknown): FormatError | null {
	const [format, setFormat] = useState<FormatError | null>(null);
	useEffect(() => {
		import('./format-error.ts').then(
			({ formatError }) => setFormat(() => formatError),
			() => setFormat(() => formatWithoutNetwork),
		);
	}, []);
	return error instanceof NetworkError ? formatWithoutNetwork : format;
}

interface ErrorTextProps {
	error: unknown;
	/** What did not work, as a sentence that the others follow. */
	failed?: string;
	/** Whether the wait is shown beside it. */
	countsDown?: boolean;
}

/** An error in words, with the service's code small behind them: its support asks for it. */
export function ErrorText({ error, failed, countsDown }: ErrorTextProps) {
	const format = useErrorWords(error);
	const code = codeOf(error);
	return (
		<>
			{format === null ? failed : format(error, failed, countsDown)}
			{code !== undefined && <small> {m.error_code({ code })}</small>}
		</>
	);
}
