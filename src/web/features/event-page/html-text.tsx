/** A service's HTML, reduced to a safe subset by DOMPurify: no scripts, styles, frames, forms or handlers. */
import DOMPurify from 'dompurify';
import { type ReactNode, useCallback } from 'react';
import { imageUrl } from '../../../contract/bff-api/images.ts';
import type { Event } from '../../../contract/event/event.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { findLinks, type TextPart } from './find-links.ts';

const tags =
	'a b strong i em u s p div span br ul ol li blockquote h3 h4 img table caption thead tfoot tbody tr td th';
const allowed = {
	ALLOWED_TAGS: tags.split(' '),
	ALLOWED_ATTR: ['href', 'src', 'alt', 'title'],
	ALLOWED_URI_REGEXP: /^https?:\/\//i,
	RETURN_DOM_FRAGMENT: true as const,
};

/**
 * Returns nodes, because Trusted Types forbid assigning markup as text. Images without a signed URL are removed, text
 * never is.
 */
function safeSubset(content: string, images: Event['contentImages']): DocumentFragment {
	const fragment = DOMPurify.sanitize(content, allowed);
	for (const image of fragment.querySelectorAll('img')) {
		const source = images?.[image.getAttribute('src')?.trim() ?? ''];
		if (source === undefined) image.remove();
		else {
			image.setAttribute('src', imageUrl(source, 960));
			image.setAttribute('loading', 'lazy');
		}
	}
	for (const link of fragment.querySelectorAll('a')) {
		// DOMPurify has removed a URL that isn't allowed.
		if (!link.hasAttribute('href')) {
			link.replaceWith(...link.childNodes);
			continue;
		}
		link.setAttribute('rel', 'noreferrer nofollow');
		link.setAttribute('target', '_blank');
		// A link whose text names another site would mislead, so the link's own URL is added to its text.
		const isOther = ({ url }: TextPart) => url !== null && new URL(url).host !== link.host;
		if (!findLinks(link.textContent).some(isOther)) continue;
		link.before(...link.childNodes, ' ');
		link.replaceChildren(link.href);
	}
	return fragment;
}

interface HtmlTextProps {
	content: string;
	images: Event['contentImages'];
	/** Shown on the server, which has no DOM. */
	plain: ReactNode;
}

export function HtmlText({ content, images, plain }: HtmlTextProps) {
	const show = useCallback(
		(place: HTMLDivElement | null) => place?.replaceChildren(safeSubset(content, images)),
		[content, images],
	);
	return useInBrowser(() => true, false) ? <div ref={show} /> : plain;
}
