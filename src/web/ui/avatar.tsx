/** The picture of a person through the image proxy. */
import { useState } from 'react';
import { imageUrl } from '../../contract/bff-api/pictures.ts';
import css from './avatar.module.css';

/** A round picture of a person. The name is beside it, so it is not announced. */
export function Avatar({ source, size }: { source: string | null; size: number }) {
	const [broken, setBroken] = useState(false);
	if (source === null || broken)
		return <svg className={css.none} aria-hidden="true" width={size} height={size} />;
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
