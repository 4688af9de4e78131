/** What a path that is no page shows. */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import controls from '../ui/controls.module.css';
import { PageHeading } from '../ui/page-heading.tsx';

interface NotFoundPageProps {
	/** What does not exist, and why that may be; defaults to the page. */
	title?: string;
	text?: string;
	/** A step that may help, before those that lead elsewhere. */
	children?: ReactNode;
}

/** The one page for a path that leads to nothing: no such page, event or city. */
export function NotFoundPage({
	title = m.words_page_not_found(),
	text = m.app_not_found_text(),
	children,
}: NotFoundPageProps) {
	return (
		<div className={controls.notice}>
			<PageHeading title={title} />
			<p>{text}</p>
			<p className={controls.row}>
				{children}
				<Link className={controls.button} to={pagePatterns.home}>
					{m.words_to_start()}
				</Link>
				<Link className={controls.button} to={pagePatterns.cities}>
					{m.words_choose_city()}
				</Link>
			</p>
		</div>
	);
}
