/** Offers a city's list for calendar apps and, for programs, as Atom, JSON Feed and HTML to embed. */
import { embedPath, type FeedFormat, feedPath } from '../../../contract/bff-api/feeds.ts';
import { dayTypeOf, type ListFilters } from '../../../contract/list-filters.ts';
import { m, reader } from '../../i18n/messages.ts';
import { usePageData, usePublicOrigin } from '../../shared/page-data.tsx';
import { CalendarApps, CopyField } from './calendar-url.tsx';

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Fits six events, the default, in a frame 320 pixels wide. */
const embedHeightPx = 750;

export function Subscriptions({ uid, filters }: { uid: string; filters: ListFilters }) {
	const { locale } = reader;
	const origin = usePublicOrigin();
	const { name, surfaces } = usePageData().settings.brand;
	const { type } = filters;
	const dayType = dayTypeOf(filters);
	const feed = (format: FeedFormat) => `${origin}${feedPath(uid, format, { dayType, type, locale })}`;
	const embed = `${origin}${embedPath(uid, { dayType, type, locale })}`;
	const snippet = `<iframe src="${inAttribute(embed)}" title="${inAttribute(name)}" width="100%" height="${embedHeightPx}" loading="lazy"></iframe>`;
	return (
		<>
			{filters.day === null && filters.q === '' && <p>{m.export_filters()}</p>}
			<CalendarApps url={feed('ics')} />
			<CopyField label={m.export_calendar()} value={feed('ics')} />
			<details>
				<summary>{m.export_programs()}</summary>
				<CopyField label={m.export_atom()} value={feed('atom')} />
				<CopyField label={m.export_json()} value={feed('json')} />
				{surfaces.includes('embed') && <CopyField label={m.export_embed()} value={snippet} />}
			</details>
		</>
	);
}
