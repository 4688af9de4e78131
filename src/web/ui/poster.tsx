/**
 * A poster through the image proxy: in the size it is shown, without layout shift. Behind a poster is what stands
 * in for it: while it loads, when there is none, and when it cannot be loaded. A picture without a text in its place is
 * invisible then, in every browser and before any script has run.
 */
import { imageUrl, posterSrcset } from '../../contract/bff-api/pictures.ts';
import css from './poster.module.css';

/**
 * When a poster is loaded: before anything else, which is for one poster of a page; at once; or when it comes near the
 * window.
 */
export type PosterLoading = 'first' | 'early' | 'lazy';

/** Of the posters in a list. @param early number of those that are likely to be in the window at first; 0 when others come before */
export function loadingAt(index: number, early: number): PosterLoading {
	if (index >= early) return 'lazy';
	return index === 0 ? 'first' : 'early';
}

interface PosterProps {
	/** Null when the event has none. */
	source: string | null;
	alt: string;
	/** The `sizes` attribute: how wide it is shown. */
	sizes: string;
	loading?: PosterLoading;
	/** The event's type: colour of the stand-in. */
	type: string | null;
	/** What the stand-in says: a few letters, and a day. */
	mark: string;
	day: string;
}

export function Poster({ source, alt, sizes, loading = 'lazy', type, mark, day }: PosterProps) {
	return (
		<span
			className={css.poster}
			data-type={type ?? 'others'}
			data-mark={mark}
			data-day={day}
			{...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
		>
			{source !== null && (
				<img
					src={imageUrl(source, 480)}
					srcSet={posterSrcset(source)}
					sizes={sizes}
					width={480}
					height={640}
					alt=""
					loading={loading === 'lazy' ? 'lazy' : 'eager'}
					fetchPriority={loading === 'first' ? 'high' : 'auto'}
					decoding="async"
				/>
			)}
		</span>
	);
}
