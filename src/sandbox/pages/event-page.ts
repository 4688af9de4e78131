/** The page of an event (`alt` and `adapt_url`, Spec §2.1). */
import type { Event } from '../../contract/event/event.ts';
import { plainText, escapeHtml as text } from '../../contract/event/plain-text.ts';
import type { EventTimes } from '../../contract/event/times.ts';
import { wallClockMs } from '../../contract/event/wall-clock.ts';
import { eventTypes } from '../../contract/spec/filters.ts';
import { words } from '../../contract/words/words.ts';
import { htmlPage } from './html.ts';
import { pagePath } from './page-paths.ts';
import type { PageLocale, PageWords } from './page-words.ts';

// A wall clock has no zone; its scale of milliseconds is that of UTC.
const formatIn = (locale: PageLocale) =>
	new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
const formats: Readonly<Record<PageLocale, Intl.DateTimeFormat>> = {
	en: formatIn('en'),
	'zh-Hans': formatIn('zh-Hans'),
};

/** When an event is, such as “Saturday, November 21, 2026 at 7:30 – 9:30 PM”. */
export function formatTimes({ begin, end }: EventTimes, say: PageWords): string {
	if (begin === null) return say.timeUnknown;
	const format = formats[say.locale];
	return end === null
		? format.format(wallClockMs(begin))
		: format.formatRange(wallClockMs(begin), wallClockMs(end));
}

function nameOfType(type: string | null, { locale, unknown }: PageWords): string {
	const known = eventTypes.find((each) => each === type);
	return known === undefined ? (type ?? unknown) : words[locale][`words_type_${known}`];
}

/** @param posterPath path of the poster at this origin */
export function eventPage(event: Event, posterPath: string, say: PageWords): string {
	const { id, title, owner } = event;
	const rows: [name: string, html: string][] = [
		[say.when, text(formatTimes(event, say))],
		[say.where, `${text(event.address)}, ${text(event.locName)}`],
		[say.type, text(nameOfType(event.type, say))],
		[say.number, text(id)],
		[say.going, String(event.participantCount)],
		[say.interested, String(event.wisherCount)],
	];
	if (owner !== null)
		rows.splice(2, 0, [say.by, `<a href="${text(pagePath('user', owner.id))}">${text(owner.name)}</a>`]);
	return htmlPage(
		say.locale,
		title,
		`<h1>${text(title)}</h1><img src="${text(posterPath)}" alt="" width="480" height="640">
<dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl>
<p class="text">${text(plainText(event.content))}</p>`,
		'wide',
	);
}
