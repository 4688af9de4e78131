/** A poster or avatar through the image proxy: the right size for the screen, no layout shift, a fallback when broken. */
import { useState } from 'react';
import { imageAddress, posterSourceSet } from '../../contract/session.ts';
import css from './poster.module.css';

interface PosterProps {
	/** Empty when the event has none. */
	source: string;
	alt: string;
	/** The `sizes` attribute: how wide it is shown. */
	sizes: string;
	/** The first ones of a page are wanted at once. */
	isEarly?: boolean;
	/** Colour of the fallback. */
	type: string | null;
}

export function Poster({ source, alt, sizes, isEarly = false, type }: PosterProps) {
	const [broken, setBroken] = useState(false);
	if (source === '' || broken)
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
			src={imageAddress(source, 480)}
			srcSet={posterSourceSet(source)}
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

/** A round picture of a person; the name stands beside it, so it is not read out. */
export function Avatar({ source, size }: { source: string; size: number }) {
	const [broken, setBroken] = useState(false);
	if (source === '' || broken)
		return <svg className={css.noAvatar} aria-hidden="true" width={size} height={size} />;
	return (
		<img
			className={css.avatar}
			src={imageAddress(source, 96)}
			width={size}
			height={size}
			alt=""
			loading="lazy"
			onError={() => setBroken(true)}
		/>
	);
}
