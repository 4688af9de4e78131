/** A service's HTML, reduced to a safe subset by DOMPurify: no scripts, styles, frames, forms or handlers. */
import DOMPurify from 'dompurify';
import { type ReactNode, useCallback } from 'react';
import { imageUrl } from '../../../contract/bff-api/images.ts';
import type { Event } from '../../../contract/event/event.ts';
import { readUrl } from '../../../contract/event/fields.ts';
import { useIsInBrowser } from '../../ui/use-in-browser.ts';

const tags =
	'a b strong i em u s p div span br ul ol li blockquote h3 h4 img table caption thead tfoot tbody tr td th';
const allowed = {
	ALLOWED_TAGS: tags.split(' '),
	// Without `title`: a link's tooltip could name another site than its URL.
	ALLOWED_ATTR: ['href', 'src', 'alt'],
	// By default, DOMPurify also keeps all `aria-*` and `data-*` attributes.
	ALLOW_ARIA_ATTR: false,
	ALLOW_DATA_ATTR: false,
	ALLOWED_URI_REGEXP: /^https?:\/\//i,
	RETURN_DOM_FRAGMENT: true as const,
};

/** Shows where a link leads, because its text could name another site. */
function showSite(link: HTMLAnchorElement): void {
	const shown = link.textContent.trim();
	if (shown === link.getAttribute('href') || shown === link.href) return;
	// A `bdi`, because bidirectional characters in the text could reverse the site's name.
	const site = document.createElement('bdi');
	site.textContent = `(${link.host.replace(/^www\./, '')})`;
	link.append(' ', site);
}

/**
 * Returns nodes, because Trusted Types forbid assigning markup as text. Removes images without a signed URL, but never
 * text.
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
		if (readUrl(link.href) === null) link.replaceWith(...link.childNodes);
		link.setAttribute('rel', 'noreferrer nofollow');
		link.setAttribute('target', '_blank');
		showSite(link);
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
	return useIsInBrowser() ? <div ref={show} /> : plain;
}
