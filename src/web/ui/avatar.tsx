/** The image of a person through the image proxy. */
import { type ReactNode, useState } from 'react';
import { imageUrl } from '../../contract/bff-api/images.ts';
import css from './avatar.module.css';

interface AvatarProps {
	source: string | null;
	/** CSS pixels. */
	size: number;
	/** Shown where there is no image, or it cannot be loaded; a blank circle by default. */
	placeholder?: ReactNode;
}

/** A round image of a person. The name is beside it, so it is not announced. */
export function Avatar({ source, size, placeholder }: AvatarProps) {
	const [broken, setBroken] = useState(false);
	const circle = <svg aria-hidden="true" width={size} height={size} />;
	if (source === null || broken) return placeholder ?? <span className={css.avatar}>{circle}</span>;
	return (
		<span className={css.avatar}>
			{/* Has the room of the image until that may be loaded (`app/start.ts`). */}
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
