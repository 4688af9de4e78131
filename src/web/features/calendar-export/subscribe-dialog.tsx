/** Subscribing to a city's events: calendar, Atom, JSON Feed, and a list to embed in another website. */
import { useEffect, useId, useRef } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import { bffPath, type FeedFormat, type ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { usePublicOrigin } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import css from './calendar-export.module.css';
import { CopyField } from './copy-field.tsx';

/** Height of the embed in pixels: eight events. */
const embedHeight = 620;

interface SubscribeDialogProps {
	city: Loc;
	filters: ListFilters;
	onClose: () => void;
}

/** Opens as soon as it is rendered. */
export function SubscribeDialog({ city: { uid, name }, filters, onClose }: SubscribeDialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const title = useId();
	const { locale } = useLocale();
	const origin = usePublicOrigin();
	useEffect(() => {
		// It is open already when effects run twice, in development.
		if (dialog.current?.open === false) dialog.current.showModal();
	}, []);
	const query = new URLSearchParams({ day_type: filters.dayType });
	if (filters.type !== 'all') query.set('type', filters.type);
	// Feeds and embeds are in English unless their URL says otherwise.
	if (locale !== 'en') query.set('lang', locale);
	const feed = (format: FeedFormat) => `${origin}${bffPath.cityFeed(uid, format, query)}`;
	const embed = `${origin}${bffPath.embed(uid, query)}`;
	const snippet = `<iframe src="${embed.replaceAll('&', '&amp;')}" title="Daybill" width="100%" height="${embedHeight}" loading="lazy"></iframe>`;
	return (
		<dialog ref={dialog} className={css.dialog} aria-labelledby={title} onClose={onClose}>
			<h2 id={title}>{m.export_subscribe_title({ city: name })}</h2>
			<p>{m.export_filters()}</p>
			<CopyField label={m.export_calendar()} value={feed('ics')} />
			<CopyField label={m.export_atom()} value={feed('atom')} />
			<CopyField label={m.export_json()} value={feed('json')} />
			<CopyField label={m.export_embed()} value={snippet} />
			<button type="button" className={controls.button} onClick={() => dialog.current?.close()}>
				{m.app_close()}
			</button>
		</dialog>
	);
}
