/** An error's text without its code. Lazy, because it imports all error messages. */
import { formatError, isForAdministrator } from './format-error.ts';
import { usePageData } from './page-data.tsx';

export interface ErrorWordsProps {
	error: unknown;
	/** What failed, as a sentence that precedes the cause. */
	failed?: string | undefined;
}

/** Adds the administrator's address if only they can help. */
export function ErrorWords({ error, failed }: ErrorWordsProps) {
	const { contact } = usePageData().settings.brand;
	return (
		<>
			{formatError(error, failed)}
			{contact !== null && isForAdministrator(error) && (
				<>
					{' '}
					<a href={contact}>{contact.replace('mailto:', '')}</a>
				</>
			)}
		</>
	);
}
