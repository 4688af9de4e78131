/** A poster or avatar through the image proxy: in the size it is shown, without layout shift, with a fallback when broken. */
import { useState } from 'react';
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
	/** The event's type: colour of the fallback. */
	type: string | null;
}

export function Poster({ source, alt, sizes, isEarly = false, type }: PosterProps) {
	const [broken, setBroken] = useState(false);
	if (source === null || broken)
		return (
			<span
				className={css.fallback}
				data-type={type ?? 'others'}
				{...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
			/>
		);
	return (
		<img
			className={css.poster}
			src={imageUrl(source, 480)}
			srcSet={posterSrcset(source)}
			sizes={sizes}
			width={480}
			height={640}
			alt={alt}
			loading={isEarly ? 'eager' : 'lazy'}
			fetchPriority={isEarly ? 'high' : 'auto'}
			decoding="async"
			onError={() => setBroken(true)}
		/>
	);
}

/** A round picture of a person. The name is beside it, so it is not announced. */
export function Avatar({ source, size }: { source: string | null; size: number }) {
	const [broken, setBroken] = useState(false);
	if (source === null || broken)
		return <svg className={css.noAvatar} aria-hidden="true" width={size} height={size} />;
	return (
		<img
			className={css.avatar}
			src={imageUrl(source, 96)}
			width={size}
			height={size}
			alt=""
			loading="lazy"
			onError={() => setBroken(true)}
		/>
	);
}
