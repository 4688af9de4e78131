/**
 * A poster through the image proxy: in the size it is shown, without layout shift. Behind a poster is what stands
 * in for it: while it loads, when there is none, and when it cannot be loaded. A picture without a text in its place is
 * invisible then, in every browser and before any script has run.
 */
import { imageUrl, posterSrcset } from '../../contract/bff-api/pictures.ts';
import css from './poster.module.css';

interface PosterProps {
	/** Null when the event has none. */
	source: string | null;
	alt: string;
	/** The `sizes` attribute: how wide it is shown. */
	sizes: string;
	/** Whether it is loaded first: posters at the top of a page. */
	isEarly?: boolean;
	/** The event's type: colour of the stand-in. */
	type: string | null;
	/** What the stand-in says: a few letters, and a day. */
	mark: string;
	day: string;
}

export function Poster({ source, alt, sizes, isEarly = false, type, mark, day }: PosterProps) {
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
					loading={isEarly ? 'eager' : 'lazy'}
					fetchPriority={isEarly ? 'high' : 'auto'}
					decoding="async"
				/>
			)}
		</span>
	);
}
