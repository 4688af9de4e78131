/** Subscribing to a city's events: calendar, Atom, JSON Feed, and a list to embed in another website. */
import { useId, useRef } from 'react';
import { bffPath, type FeedFormat, type ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { usePublicOrigin } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import css from './calendar-export.module.css';
import { CopyField } from './copy-field.tsx';

/** Height of the embed in pixels: eight events. */
const embedHeight = 620;

export function SubscribeButton({ uid, filters }: { uid: string; filters: ListFilters }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const title = useId();
	const { locale } = useLocale();
	const origin = usePublicOrigin();
	const query = new URLSearchParams({ day_type: filters.dayType });
	if (filters.type !== 'all') query.set('type', filters.type);
	const feed = (format: FeedFormat) => `${origin}${bffPath.cityFeed(uid, format, query)}`;
	const embedQuery = new URLSearchParams([...query, ['lang', locale]]);
	const embed = `${origin}${bffPath.embed(uid, embedQuery)}`;
	const snippet = `<iframe src="${embed.replaceAll('&', '&amp;')}" title="Daybill" width="100%" height="${embedHeight}" loading="lazy"></iframe>`;
	return (
		<>
			<button
				type="button"
				className={`${controls.button} ${controls.quiet}`}
				onClick={() => dialog.current?.showModal()}
			>
				{m.export_subscribe()}
			</button>
			<dialog ref={dialog} className={css.dialog} aria-labelledby={title}>
				<h2 id={title}>{m.export_subscribe_title({ city: uid })}</h2>
				<p>{m.export_filters()}</p>
				<CopyField label={m.export_calendar_feed()} value={feed('ics')} />
				<CopyField label={m.export_atom()} value={feed('atom')} />
				<CopyField label={m.export_json()} value={feed('json')} />
				<CopyField label={m.export_embed()} value={snippet} />
				<button type="button" className={controls.button} onClick={() => dialog.current?.close()}>
					{m.events_close()}
				</button>
			</dialog>
		</>
	);
}
