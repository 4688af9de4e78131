/** The text of an event: plain text with its line breaks and links, or a safe subset of HTML. Nothing of it ever runs. */
import { Children, lazy, Suspense } from 'react';
import css from './event-page.module.css';

const HtmlText = lazy(async () => ({ default: (await import('./html-text.tsx')).HtmlText }));
const tag = /<\/?[a-z][^>]*>/i;
const webAddress = /(https?:\/\/[^\s<>"'，。；）)]+)/g;

export function EventText({ content }: { content: string }) {
	if (!tag.test(content)) return <PlainText content={content} />;
	return (
		<Suspense fallback={<PlainText content={content.replaceAll(/<[^>]*>/g, ' ')} />}>
			<HtmlText content={content} />
		</Suspense>
	);
}

function PlainText({ content }: { content: string }) {
	const parts = content.replaceAll('\r\n', '\n').split(webAddress);
	return (
		<p className={css.text}>
			{Children.toArray(
				// Splitting by one group puts the addresses at the odd places.
				parts.map((part, index) =>
					index % 2 === 1 ? (
						<a key={part} href={part} rel="noreferrer nofollow" target="_blank">
							{part}
						</a>
					) : (
						part
					),
				),
			)}
		</p>
	);
}
