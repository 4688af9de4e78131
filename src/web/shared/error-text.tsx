import { useEffect, useState } from 'react';
import { m } from '../i18n/messages.ts';
import { codeOf, isEventOver, NetworkError, PortalError } from './errors.ts';
import { isOffline } from './online.ts';
import { usePageData } from './page-data.tsx';

type Words = Pick<typeof import('./format-error.ts'), 'formatError' | 'isForAdministrator'>;

/** Part of the first bundle, because `format-error.ts` can't be loaded offline. */
const wordsWithoutNetwork: Words = {
	formatError: (error, failed) => {
		const online = error instanceof PortalError ? m.error_network_sign_in() : m.error_network();
		const next = isOffline() ? m.error_offline() : online;
		return failed === undefined ? next : m.error_after({ first: failed, next });
	},
	isForAdministrator: () => false,
};

/** Loads the error messages lazily. Null until loaded. */
function useErrorWords(error: unknown): Words | null {
	const [words, setWords] = useState<Words | null>(null);
	useEffect(() => {
		import('./format-error.ts').then(setWords, () => setWords(wordsWithoutNetwork));
	}, []);
	return error instanceof NetworkError ? wordsWithoutNetwork : words;
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
