import { findLinks } from './find-links.ts';

/** A text with its links. */
export function PlainText({ text }: { text: string }) {
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
