import { useEffect, useState } from 'react';
import { pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { codeOf, isEventOver, NetworkError, PortalError } from './errors.ts';
import { usePageData } from './page-data.tsx';
import { useOnline } from './use-online.ts';

type Words = Pick<typeof import('./format-error.ts'), 'formatError' | 'isForAdministrator'>;

/** Part of the first bundle, because `format-error.ts` can't be loaded offline. */
const wordsWithoutNetwork = (isOnline: boolean): Words => ({
	formatError: (error, failed) => {
		const online = error instanceof PortalError ? m.error_network_sign_in() : m.error_network();
		const next = isOnline ? online : m.error_offline();
		return failed === undefined ? next : m.error_after({ first: failed, next });
	},
	isForAdministrator: () => false,
});

/** Loads the error messages lazily. Null until loaded, except for a NetworkError. */
function useErrorWords(error: unknown): Words | null {
	const isOnline = useOnline();
	const [words, setWords] = useState<Words | 'unavailable' | null>(null);
	useEffect(() => {
		import('./format-error.ts').then(setWords, () => setWords('unavailable'));
	}, []);
	return error instanceof NetworkError || words === 'unavailable' ? wordsWithoutNetwork(isOnline) : words;
}

interface ErrorTextProps {
	error: unknown;
	/** What failed, as a sentence that precedes the cause. */
	failed?: string | undefined;
	hidesCode?: boolean;
}

/** An error message, with the administrator's address if only they can help, and the code for the service's support. */
export function ErrorText({ error, failed, hidesCode }: ErrorTextProps) {
	const { contact } = usePageData().settings.brand;
	const words = useErrorWords(error);
	const code = codeOf(error);
	if (isEventOver(error)) return m.attendance_over();
	return (
		<>
			{words === null ? failed : words.formatError(error, failed)}
			{error instanceof PortalError && (
				<>
					{' '}
					<a href={pagePatterns.home} target="_blank" rel="noreferrer">
						{m.error_network_page()}
					</a>
				</>
			)}
			{contact !== null && words?.isForAdministrator(error) && (
				<>
					{' '}
					<a href={contact}>{contact.replace('mailto:', '')}</a>
				</>
			)}
			{code !== undefined && !hidesCode && <small> {m.error_code({ code })}</small>}
		</>
	);
}
