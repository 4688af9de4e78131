import { useLayoutEffect, useRef } from 'react';
import { imageUrl, posterSrcset } from '../../contract/bff-api/images.ts';
import css from './poster.module.css';

function Image({ source, sizes, isFirst }: Pick<PosterProps, 'sizes' | 'isFirst'> & { source: string }) {
	const ref = useRef<HTMLImageElement>(null);
	const [srcSet, src] = [posterSrcset(source, sizes), imageUrl(source, 480)];
	// Sets the attributes once the image is in the document. Chromium never frees an image that had a `srcset`
	// but was never attached, nor its tree, as happens in a render that React abandons.
	useLayoutEffect(() => {
		// `src` comes last: on its own it would load another file.
		for (const [name, value] of Object.entries({ sizes, srcset: srcSet, src }))
			if (ref.current?.getAttribute(name) !== value) ref.current?.setAttribute(name, value);
	}, [sizes, srcSet, src]);
	return (
		<img
			ref={ref}
			// The server's HTML already has the attributes.
			suppressHydrationWarning
			{...(import.meta.env.SSR ? { sizes, srcSet, src } : {})}
			width={480}
			height={640}
			alt=""
			loading={isFirst ? 'eager' : 'lazy'}
			fetchPriority={isFirst ? 'high' : undefined}
			// If already loaded, the image is painted in the same frame as the page.
			decoding={isFirst ? 'sync' : 'async'}
		/>
	);
}

interface PosterProps {
	source: string | null;
	alt: string;
	/** The `sizes` attribute: the displayed width. */
	sizes: string;
	/** High priority, for one poster per page; others are lazy. */
	isFirst?: boolean;
	/** Event type; determines the placeholder's color. */
	type: string | null;
	/** The placeholder's texts. */
	mark: string;
	day: string;
}

/**
 * A poster from the image proxy, without layout shift. The placeholder is behind it, and shows while the image loads,
 * if it fails, or if there is none. With an empty `alt`, a failed image is invisible.
 */
export function Poster({ source, alt, sizes, isFirst = false, type, mark, day }: PosterProps) {
	return (
		<span
			className={css.poster}
			data-poster
			data-type={type ?? 'others'}
			data-mark={mark}
			data-day={day}
			{...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
		>
			{source !== null && <Image source={source} sizes={sizes} isFirst={isFirst} />}
		</span>
	);
}
