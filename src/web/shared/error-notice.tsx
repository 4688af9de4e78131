import type { ReactNode } from 'react';
import { pagePath, pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { ErrorText } from './error-text.tsx';
import { isEventOver, meaningOfError, NetworkError, needsSignIn } from './errors.ts';
import { PageHeading } from './page-heading.tsx';
import { useSession } from './session/session-provider.tsx';
import { SignInButton } from './session/sign-in-button.tsx';
import { useOnline } from './use-online.ts';

interface ErrorNoticeProps {
	error: unknown;
	onRetry: () => void;
}

/**
 * An error, and what may help: signing in, another page, or a retry. If signing in may help, only signed-in people see
 * the code, because they have tried that already.
 */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
	const { userId } = useSession();
	const asksToSignIn = needsSignIn(error);
	return (
		<div className="notice" role="alert">
			<p>
				<ErrorText error={error} hidesCode={asksToSignIn && userId == null} />
			</p>
			{asksToSignIn ? (
				<SignInButton again />
			) : meaningOfError(error) === 'absent' ? (
				<a className="button" href={pagePatterns.home}>
					{m.words_to_start()}
				</a>
			) : (
				!isEventOver(error) && <Button onTap={onRetry}>{m.app_retry()}</Button>
			)}
		</div>
	);
}

/** An error instead of a whole page, with a heading and a document title. */
export function PageError(props: ErrorNoticeProps) {
	const isOnline = useOnline();
	const { userId } = useSession();
	if (!isOnline)
		return (
			<div className="notice" data-offline>
				<PageHeading title={m.app_offline_title()} />
				<p className="row">
					<Button onTap={props.onRetry}>{m.app_retry()}</Button>
					{userId != null && (
						<a className="button" href={pagePath.me('participated')}>
							{m.words_my_events()}
						</a>
					)}
				</p>
			</div>
		);
	const isSignIn = needsSignIn(props.error) && userId == null;
	const title = isSignIn ? m.session_sign_in() : m.app_broken_title();
	return (
		<>
			<PageHeading title={props.error instanceof NetworkError ? m.app_no_connection_title() : title} />
			<ErrorNotice {...props} />
		</>
	);
}

interface NotFoundPageProps {
	title?: string;
	text?: string;
	/** Actions before the links to the start page and the cities. */
	children?: ReactNode;
}

export function NotFoundPage({
	title = m.words_page_not_found(),
	text = m.app_not_found_text(),
	children,
}: NotFoundPageProps) {
	return (
		<div className="notice">
			<PageHeading title={title} />
			<p>{text}</p>
			<p className="row">
				{children}
				<a className="button" href={pagePatterns.home}>
					{m.words_to_start()}
				</a>
				<a className="button" href={pagePatterns.cities}>
					{m.words_choose_city()}
				</a>
			</p>
		</div>
	);
}
