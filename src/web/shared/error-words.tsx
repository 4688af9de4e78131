/** The words of an error, loaded with the first one. */
import { formatError, isForAdministrator } from './format-error.ts';
import { usePageData } from './page-data.tsx';

export interface ErrorWordsProps {
	error: unknown;
	/** What did not work, as a sentence that the others follow. */
	failed?: string | undefined;
	/** Whether the wait is shown beside it. */
	countsDown?: boolean | undefined;
}

/** Where only the site administrator can help, they say how to reach them. */
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
