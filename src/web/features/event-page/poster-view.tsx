import { useDeferredValue } from 'react';
import { imageUrl, posterSizes } from '../../../contract/bff-api/images.ts';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { Poster } from '../../ui/poster.tsx';
import { SheetButton } from '../../ui/sheet-button.tsx';
import { placeholderOf } from '../event/placeholder.ts';
import css from './event-page.module.css';

interface PosterViewProps {
	event: Event;
	/** `sizes` attribute of the poster on the card that led here. */
	cardSizes: string | undefined;
}

export function PosterView({ event, cardSizes }: PosterViewProps) {
	/** Starts with the card's image, which the browser shows until the page's image has loaded. */
	const firstSizes = useDeferredValue(undefined, cardSizes);
	const { title, type, posters } = event;
	const [source = null] = posters;
	const alt = m.events_poster({ title });
	const poster = (
		<Poster
			source={firstSizes === undefined ? source : (posters.at(-1) ?? null)}
			alt={alt}
			sizes={firstSizes ?? posterSizes.event}
			isFirst
			type={type}
			{...placeholderOf(event)}
		/>
	);
	if (source === null) return poster;
	return (
		<SheetButton
			className={css.enlarge}
			label={poster}
			name={`${m.events_enlarge()}: ${title}`}
			title={alt}
			look="picture"
			isStatic
		>
			{/* The title says what it is; with an empty `alt`, a failed image shows no text. */}
			<img src={imageUrl(source, 1280)} alt="" loading="lazy" />
		</SheetButton>
	);
}
