import { imageUrl, posterSrcset } from '../../contract/bff-api/images.ts';
import css from './poster.module.css';

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
			{source !== null && (
				<img
					sizes={sizes}
					srcSet={posterSrcset(source, sizes)}
					// Must follow `srcSet`: before it, the browser would load this file, too.
					src={imageUrl(source, 480)}
					width={480}
					height={640}
					alt=""
					loading={isFirst ? 'eager' : 'lazy'}
					fetchPriority={isFirst ? 'high' : undefined}
					// If already loaded, the image is painted in the same frame as the page.
					decoding={isFirst ? 'sync' : 'async'}
				/>
			)}
		</span>
	);
}
