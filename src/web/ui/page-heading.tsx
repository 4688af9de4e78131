/** The heading of a screen: names the document, and takes the focus after a navigation so that it is read out. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

export function PageHeading({ title, className }: { title: string; className?: string | undefined }) {
	const ref = useRef<HTMLHeadingElement>(null);
	const { key } = useLocation();
	const navigation = useNavigationType();
	const isFirstPage = key === 'default';

	useEffect(() => {
		document.title = title === 'Daybill' ? title : `${title} · Daybill`;
	}, [title]);
	useEffect(() => {
		if (!isFirstPage && navigation !== 'REPLACE') ref.current?.focus({ preventScroll: true });
	}, [isFirstPage, navigation]);

	return (
		<h1 ref={ref} tabIndex={-1} className={className}>
			{title}
		</h1>
	);
}
