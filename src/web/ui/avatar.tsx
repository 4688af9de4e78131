import { type ReactNode, useState } from 'react';
import { imageUrl } from '../../contract/bff-api/images.ts';
import css from './avatar.module.css';

interface AvatarProps {
	source: string | null;
	/** In CSS pixels. */
	size: number;
	/** Shown if there is no image or it fails to load; a blank circle by default. */
	placeholder?: ReactNode;
}

/** A round image of a person. Hidden from screen readers, because the name is next to it. */
export function Avatar({ source, size, placeholder }: AvatarProps) {
	const [broken, setBroken] = useState(false);
	const circle = <svg aria-hidden="true" width={size} height={size} />;
	if (source === null || broken) return placeholder ?? <span className={css.avatar}>{circle}</span>;
	return (
		<span className={css.avatar}>
			{/* Reserves the space while images are held back (`app/start.ts`). */}
			{circle}
			<img
				src={imageUrl(source, 96)}
				width={size}
				height={size}
				alt=""
				loading="lazy"
				onError={() => setBroken(true)}
			/>
		</span>
	);
}
