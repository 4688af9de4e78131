import { Suspense } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { isHtml, plainText } from '../../../contract/event/plain-text.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import css from './event-page.module.css';
import { findLinks } from './find-links.ts';

const HtmlText = lazyComponent(() => import('./html-text.tsx'), 'HtmlText');

/** @param images signed image URLs, by the URLs in the text */
export function EventText({ content, images }: { content: string; images?: Event['contentImages'] }) {
	const plain = <PlainText text={plainText(content)} />;
	return (
		<div className={css.text} dir="auto" lang={langOf(content)}>
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
