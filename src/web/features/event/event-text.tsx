/** The text of an event: plain text with its line breaks and links, or a safe subset of HTML. Nothing in it ever runs. */
import { lazy, Suspense } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { isHtml, plainText } from '../../../contract/event/plain-text.ts';
import css from './event-text.module.css';
import { findLinks } from './find-links.ts';

const HtmlText = lazy(async () => ({ default: (await import('./html-text.tsx')).HtmlText }));

/**
 * @param content text or HTML, as the service sent it
 * @param images signed URLs of the images in it, by the URLs in the text
 */
export function EventText({ content, images }: { content: string; images?: Event['contentImages'] }) {
	const plain = <PlainText text={plainText(content)} />;
	return (
		<div className={css.text} dir="auto">
			{isHtml(content) ? (
				<Suspense fallback={plain}>
					<HtmlText content={content} images={images} plain={plain} />
				</Suspense>
			) : (
				plain
			)}
		</div>
	);
}

function PlainText({ text }: { text: string }) {
	return (
		<p>
			{findLinks(text).map((part) =>
				part.url === null ? (
					part.text
				) : (
					<a key={part.at} href={part.url} rel="noreferrer nofollow" target="_blank">
						{part.text}
					</a>
				),
			)}
		</p>
	);
}
