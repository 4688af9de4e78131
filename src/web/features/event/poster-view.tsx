/** The poster of an event's page, never cropped, with a large view in the platform's dialog. */
import { useRef } from 'react';
import { imageUrl, posterSizes } from '../../../contract/bff-api/pictures.ts';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { Poster } from '../../ui/poster.tsx';
import css from './poster-view.module.css';

interface PosterViewProps {
	/** Null when the event has none. */
	source: string | null;
	title: string;
	type: string | null;
}

export function PosterView({ source, title, type }: PosterViewProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const alt = m.events_poster({ title });
	const poster = <Poster source={source} alt={alt} sizes={posterSizes.event} isEarly type={type} />;
	if (source === null) return poster;
	return (
		<>
			<button
				type="button"
				className={css.enlarge}
				aria-label={`${m.events_enlarge()}: ${title}`}
				onClick={() => dialog.current?.showModal()}
			>
				{poster}
			</button>
			<dialog ref={dialog} className={css.large} aria-label={alt}>
				<button type="button" className={controls.button} onClick={() => dialog.current?.close()}>
					{m.app_close()}
				</button>
				<img src={imageUrl(source, 1280)} alt={alt} loading="lazy" />
			</dialog>
		</>
	);
}
