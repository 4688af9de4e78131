import { m } from '../i18n/messages.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { ErrorNotice, type ErrorNoticeProps } from './error-notice.tsx';
import { useOnline } from './online.ts';

/** An error in place of a whole page: it has a heading like any other page, and is named in the tab. */
export function PageError(props: ErrorNoticeProps) {
	const isOnline = useOnline();
	return (
		<>
			<PageHeading title={isOnline ? m.app_broken_title() : m.app_offline_title()} />
			<ErrorNotice {...props} />
		</>
	);
}
