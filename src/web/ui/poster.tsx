/**
 * A poster through the image proxy: in the size it is shown, without layout shift. Behind a poster is what stands
 * in for it: while it loads, when there is none, and when it cannot be loaded. An image without a text in its place is
 * invisible then, in every browser and before any script has run.
 */
import { useLayoutEffect, useRef } from 'react';
import { imageUrl, posterSrcset } from '../../contract/bff-api/images.ts';
import css from './poster.module.css';

/**
 * Attributes of an image that get their values once it is in the document; in a page's HTML they are from its beginning.
 * Chromium keeps every image that was given a `srcset` and was never in a document for as long as the page is open, and with
 * it all that belongs to it: the whole page, whenever React begins to render one and another one is asked for meanwhile. Nothing
 * is loaded for such a page either.
 */
function useInDocument(attributes: { sizes: string; srcSet: string; src: string }) {
	const ref = useRef<HTMLImageElement>(null);
	const { sizes, srcSet, src } = attributes;
	useLayoutEffect(() => {
		// In this order: the `src` alone would be another image to load.
		for (const [name, value] of Object.entries({ sizes, srcset: srcSet, src }))
			if (ref.current?.getAttribute(name) !== value) ref.current?.setAttribute(name, value);
	}, [sizes, srcSet, src]);
	// An image that arrived in the HTML has attributes that React does not know of.
	return { ref, suppressHydrationWarning: true, ...(import.meta.env.SSR ? attributes : {}) };
}

interface ImageProps {
	source: string;
	/** The `sizes` attribute: how wide it is shown. */
	sizes: string;
	isFirst: boolean;
}

function Image({ source, sizes, isFirst }: ImageProps) {
	const attributes = useInDocument({ sizes, srcSet: posterSrcset(source), src: imageUrl(source, 480) });
	return (
		<img
			{...attributes}
			width={480}
			height={640}
			alt=""
			loading={isFirst ? 'eager' : 'lazy'}
			fetchPriority={isFirst ? 'high' : undefined}
			// In the same frame as what is around it, when it has come by then.
			decoding={isFirst ? 'sync' : 'async'}
		/>
	);
}

interface PosterProps {
	/** Null when the event has none. */
	source: string | null;
	alt: string;
	/** The `sizes` attribute: how wide it is shown. */
	sizes: string;
	/** Whether it is loaded before anything else, which is for one poster of a page. Others are loaded when they come near the window. */
	isFirst?: boolean;
	/** The event's type: color of the placeholder. */
	type: string | null;
	/** Text of the placeholder: a few letters, and a day. */
	mark: string;
	day: string;
}

export function Poster({ source, alt, sizes, isFirst = false, type, mark, day }: PosterProps) {
	return (
		<span
			className={css.poster}
			data-type={type ?? 'others'}
			data-mark={mark}
			data-day={day}
			{...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
		>
			{source !== null && <Image source={source} sizes={sizes} isFirst={isFirst} />}
		</span>
	);
}
