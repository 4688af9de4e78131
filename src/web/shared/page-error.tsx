import { m } from '../i18n/messages.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { ErrorNotice, type ErrorNoticeProps } from './error-notice.tsx';

/** An error in place of a whole page: it has a heading like any other page, and is named in the tab. */
export function PageError(props: ErrorNoticeProps) {
	return (
		<>
			<PageHeading title={m.app_broken_title()} />
			<ErrorNotice {...props} />
		</>
	);
}
