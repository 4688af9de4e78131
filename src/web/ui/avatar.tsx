/** The picture of a person through the image proxy. */
import { type ReactNode, useState } from 'react';
import { imageUrl } from '../../contract/bff-api/pictures.ts';
import css from './avatar.module.css';

interface AvatarProps {
	source: string | null;
	/** CSS pixels. */
	size: number;
	/** Shown where there is no picture, or it cannot be loaded; a blank circle by default. */
	standIn?: ReactNode;
}

/** A round picture of a person. The name is beside it, so it is not announced. */
export function Avatar({ source, size, standIn }: AvatarProps) {
	const [broken, setBroken] = useState(false);
	if (source === null || broken)
		return standIn ?? <svg className={css.none} aria-hidden="true" width={size} height={size} />;
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
