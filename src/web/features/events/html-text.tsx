/** HTML of a service, cut to a safe subset by DOMPurify: no script, style, frame, form or handler survives. */
import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import { imageAddress } from '../../../contract/session.ts';
import css from './event-page.module.css';

const allowed = {
	ALLOWED_TAGS: [
		'a',
		'b',
		'strong',
		'i',
		'em',
		'u',
		's',
		'p',
		'div',
		'span',
		'br',
		'ul',
		'ol',
		'li',
		'blockquote',
		'h3',
		'h4',
		'img',
		'table',
		'tbody',
		'tr',
		'td',
		'th',
	],
	ALLOWED_ATTR: ['href', 'src', 'alt', 'title'],
	ALLOWED_URI_REGEXP: /^https?:\/\//i,
	RETURN_DOM_FRAGMENT: true as const,
};

/** The safe subset as nodes, so that no markup is assigned to the page as text (Trusted Types). */
export function safeSubset(content: string): DocumentFragment {
	const fragment = DOMPurify.sanitize(content, allowed);
	for (const image of fragment.querySelectorAll('img')) {
		const source = image.getAttribute('src');
		if (source === null) image.remove();
		else {
			image.setAttribute('src', imageAddress(source, 960));
			image.setAttribute('loading', 'lazy');
		}
	}
	for (const link of fragment.querySelectorAll('a')) {
		link.setAttribute('rel', 'noreferrer nofollow');
		link.setAttribute('target', '_blank');
	}
	return fragment;
}

export function HtmlText({ content }: { content: string }) {
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		ref.current?.replaceChildren(safeSubset(content));
	}, [content]);
	return <div ref={ref} className={css.text} />;
}
