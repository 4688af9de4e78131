/** The poster of an event's page, never cropped, with a large view in the platform's dialog. */
import { useId } from 'react';
import { imageUrl, posterSizes } from '../../../contract/bff-api/pictures.ts';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import controls from '../../ui/controls.module.css';
import { closes, opens } from '../../ui/invoker-commands.ts';
import { Poster } from '../../ui/poster.tsx';
import css from './poster-view.module.css';
import { standInOf } from './stand-in.ts';

export function PosterView({ event }: { event: Event }) {
	const dialog = useId();
	const { locale } = useLocale();
	const { title, type, posters } = event;
	const [source = null] = posters;
	const alt = m.events_poster({ title });
	const poster = (
		<Poster
			source={source}
			alt={alt}
			sizes={posterSizes.event}
			loading="first"
			type={type}
			{...standInOf(event, locale)}
		/>
	);
	if (source === null) return poster;
	return (
		<>
			<button {...opens(dialog)} className={css.enlarge} aria-label={`${m.events_enlarge()}: ${title}`}>
				{poster}
			</button>
			<dialog id={dialog} className={css.large} aria-label={alt}>
				<button {...closes(dialog)} className={controls.button}>
					{m.app_close()}
				</button>
				{/* The dialog has the name: a broken picture shows nothing then. */}
				<img src={imageUrl(source, 1280)} alt="" loading="lazy" />
			</dialog>
		</>
	);
}
