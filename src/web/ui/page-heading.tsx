/**
 * The heading of a page: names the document, and gets the focus after a navigation so that it is announced. A
 * navigation with the state `keepsFocus` leaves the focus where the person is working: in a search field, in a calendar.
 */
import { useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { SiteName } from './site-name.ts';

interface PageHeadingProps {
	title: string;
	/** Title of the document, where that says more. */
	documentTitle?: string;
	className?: string | undefined;
}

export function PageHeading({ title, documentTitle = title, className }: PageHeadingProps) {
	const ref = useRef<HTMLHeadingElement>(null);
	const { key, state } = useLocation();
	const navigation = useNavigationType();
	const site = useContext(SiteName);
	const isFirstPage = key === 'default';
	const keepsFocus = (state as { keepsFocus?: boolean } | null)?.keepsFocus === true;

	useEffect(() => {
		document.title = `${documentTitle} · ${site}`;
	}, [documentTitle, site]);
	useEffect(() => {
		if (!isFirstPage && !keepsFocus && navigation !== 'REPLACE') ref.current?.focus({ preventScroll: true });
	}, [isFirstPage, keepsFocus, navigation]);

	return (
		<h1 ref={ref} tabIndex={-1} className={className}>
			<bdi>{title}</bdi>
		</h1>
	);
}
