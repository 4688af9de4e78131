import { formatError, isForAdministrator } from './format-error.ts';
import { usePageData } from './page-data.tsx';

export interface ErrorWordsProps {
	error: unknown;
	/** What failed, as a sentence before the cause. */
	failed?: string | undefined;
	/** Whether a countdown is shown, so that the text omits the wait. */
	countsDown?: boolean | undefined;
}

/** Adds the administrator's address where only they can help. */
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
