import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { langOf } from '../i18n/lang-of.ts';
import { usePageData } from './page-data.tsx';

interface PageHeadingProps {
	title: string;
	documentTitle?: string;
	className?: string | undefined;
}

/**
 * A page's h1. Sets the document title, and takes the focus after a navigation so that it is announced, unless the
 * navigation's state has `keepsFocus` (search field, calendar).
 */
export function PageHeading({ title, documentTitle = title, className }: PageHeadingProps) {
	const ref = useRef<HTMLHeadingElement>(null);
	const { key, state } = useLocation();
	const navigation = useNavigationType();
	const { name: site } = usePageData().settings.brand;
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
			<bdi lang={langOf(title)}>{title}</bdi>
		</h1>
	);
}
