import { type ComponentType, useEffect, useState } from 'react';
import { m } from '../i18n/messages.ts';
import type { ErrorWordsProps } from './error-words.tsx';
import { codeOf, NetworkError } from './errors.ts';
import { isOffline } from './online.ts';

/** In the first bundle, because no other messages can be loaded offline. */
const wordsWithoutNetwork = ({ failed }: ErrorWordsProps) => {
	const next = isOffline() ? m.error_offline() : m.error_network();
	return failed === undefined ? next : m.error_after({ first: failed, next });
};

/** Loads the error messages lazily. Null until loaded. */
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

interface ErrorTextProps extends ErrorWordsProps {
	hidesCode?: boolean;
}

/** An error message, followed by the service's code, which its support asks for. */
export function ErrorText({ hidesCode, ...props }: ErrorTextProps) {
	const Words = useErrorWords(props.error);
	const code = codeOf(props.error);
	return (
		<>
			{Words === null ? props.failed : <Words {...props} />}
			{code !== undefined && !hidesCode && <small> {m.error_code({ code })}</small>}
		</>
	);
}
