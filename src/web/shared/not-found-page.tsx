import type { ReactNode } from 'react';
import { pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { PageHeading } from './page-heading.tsx';

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
