import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { langOf } from '../i18n/lang-of.ts';
import { usePageData } from './page-data.tsx';

interface PageHeadingProps {
	title: string;
	documentTitle?: string;
	className?: string | undefined;
}

/** Whether a navigation preserves focus and scroll position (search field, calendar). */
export const keepsFocus = (state: unknown): boolean =>
	(state as { keepsFocus?: boolean } | null)?.keepsFocus === true;

/**
 * A page's h1. Sets the document title. Takes the focus on a new page, so that it is announced, and when a navigation
 * removes the focused element. A filter keeps the focus, because the new number of events is announced.
 */
export function PageHeading({ title, documentTitle = title, className }: PageHeadingProps) {
	const ref = useRef<HTMLHeadingElement>(null);
	const lastKey = useRef<string>(null);
	const { key, state } = useLocation();
	const { name: site } = usePageData().settings.brand;
	/** Whether this navigation may move the focus. */
	const moves = key !== 'default' && !keepsFocus(state);

	// With `useEffect`, the page would be shown before it has its title.
	useLayoutEffect(() => {
		document.title = `${documentTitle} · ${site}`;
	}, [documentTitle, site]);
	useEffect(() => {
		const isNew = lastKey.current === null;
		lastKey.current = key;
		const isLost = document.activeElement === document.body;
		if (moves && (isNew || isLost)) ref.current?.focus({ preventScroll: true });
	}, [key, moves]);

	return (
		<h1 ref={ref} tabIndex={-1} className={className}>
			<bdi lang={langOf(title)}>{title}</bdi>
		</h1>
	);
}
