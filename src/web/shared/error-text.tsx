import { type ComponentType, useEffect, useState } from 'react';
import { m } from '../i18n/messages.ts';
import type { ErrorWordsProps } from './error-words.tsx';
import { codeOf, NetworkError } from './errors.ts';
import { isOffline } from './online.ts';

/** Needs no more words than a first visit has: without a network no others can be loaded. */
const wordsWithoutNetwork = ({ failed }: ErrorWordsProps) => {
	const next = isOffline() ? m.error_offline() : m.error_network();
	return failed === undefined ? next : m.error_after({ first: failed, next });
};

/** The words of all errors, which are loaded with the first one; null until they are. */
function useErrorWords(error: unknown): ComponentType<ErrorWordsProps> | null {
	const [Words, setWords] = useState<ComponentType<ErrorWordsProps> | null>(null);
	useEffect(() => {
		import('./error-words.tsx').then(
			({ ErrorWords }) => setWords(() => ErrorWords),
			() => setWords(() => wordsWithoutNetwork),
		);
	}, []);
	return error instanceof NetworkError ? wordsWithoutNetwork : Words;
}

/** An error in words, with the service's code small behind them: its support asks for it. */
export function ErrorText(props: ErrorWordsProps) {
	const Words = useErrorWords(props.error);
	const code = codeOf(props.error);
	return (
		<>
			{Words === null ? props.failed : <Words {...props} />}
			{code !== undefined && <small> {m.error_code({ code })}</small>}
		</>
	);
}
