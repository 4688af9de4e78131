/** A service's HTML, reduced to a safe subset by DOMPurify: no scripts, styles, frames, forms or handlers. */
import DOMPurify from 'dompurify';
import { type ReactNode, useCallback } from 'react';
import { imageUrl } from '../../../contract/bff-api/images.ts';
import type { Event } from '../../../contract/event/event.ts';
import { readUrl } from '../../../contract/event/fields.ts';
import { useIsInBrowser } from '../../ui/use-in-browser.ts';
import { findLinks } from './find-links.ts';

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

/** Words of a text that may be host names, without invisible characters and paths. */
const hostsIn = (text: string): string[] =>
	text
		.normalize('NFKC')
		.replaceAll(/[\p{Cf}\p{DI}]|(?<=\p{L})[/?#]\S*/gu, '')
		.replaceAll(/(?<=[a-z\d])[。ꓸ](?=[a-z])/gi, '.')
		.split(/[^\p{L}\p{M}\p{N}.-]+/u)
		.filter((word) => /\.\p{L}{2,}\.?$/u.test(word));

const siteOf = (url: string) =>
	URL.parse(url)
		?.host.replace(/^www\./, '')
		.replace(/\.$/, '');

/** Text of one direction after a mark of the other is shown in front of it if the paragraph has that other direction. */
const inReverse = (text: string) =>
	text
		.split(/[\u061c\u200f]/)
		.toReversed()
		.join('');

/** URLs of the sites that a link's text seems to name. */
const namedIn = (shown: string): string[] =>
	[shown, inReverse(shown)]
		.flatMap((text) => findLinks(text))
		.flatMap(({ url, text }) => url ?? hostsIn(text).map((host) => `http://${host}`));

/** The text between two links, if they look like one: there is no word, space or line break. */
function gapBetween(link: Element, next: Element): string | null {
	const range = document.createRange();
	range.setStartAfter(link);
	range.setEndBefore(next);
	const between = range.cloneContents();
	const { textContent: text = '' } = between;
	const joins = /^[-./:@_。ꓸ\p{DI}]*$/u.test(text.normalize('NFKC'));
	return joins && between.querySelector(':not(b, strong, i, em, u, s, span, a)') === null ? text : null;
}

/** Links in groups that each look like one link, with the text of the group. */
function groupsOf(links: Iterable<HTMLAnchorElement>) {
	const groups: { links: HTMLAnchorElement[]; shown: string }[] = [];
	for (const link of links) {
		const group = groups.at(-1);
		const last = group?.links.at(-1);
		const gap = last ? gapBetween(last, link) : null;
		if (group === undefined || gap === null) groups.push({ links: [link], shown: link.textContent });
		else {
			group.links.push(link);
			group.shown += gap + link.textContent;
		}
	}
	return groups;
}

/** Removes explicit directional formatting (Unicode UAX #9 §2), which can make a text look like another. */
function removeFormatting(fragment: DocumentFragment): void {
	const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
	while (texts.nextNode() !== null) {
		const { currentNode: text } = texts;
		text.textContent = text.textContent?.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '') ?? '';
	}
}

/**
 * Returns nodes, because Trusted Types forbid assigning markup as text. Images without a signed URL are removed, text
 * never is.
 */
function safeSubset(content: string, images: Event['contentImages']): DocumentFragment {
	const fragment = DOMPurify.sanitize(content, allowed);
	removeFormatting(fragment);
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
	}
	for (const { links, shown } of groupsOf(fragment.querySelectorAll('a'))) {
		const named = namedIn(shown).map(siteOf);
		for (const link of links) {
			if (named.every((site) => site === siteOf(link.href))) continue;
			link.before(...link.childNodes, ' ');
			link.replaceChildren(link.href);
			if (links.length > 1) link.after(' ');
		}
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
