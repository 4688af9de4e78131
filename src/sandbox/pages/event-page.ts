/** The page of an event (`alt` and `adapt_url`, Spec §2.1). */
import type { Event } from '../../contract/event/event.ts';
import { plainText, escapeHtml as text } from '../../contract/event/plain-text.ts';
import type { EventTimes } from '../../contract/event/times.ts';
import { wallClockMs } from '../../contract/event/wall-clock.ts';
import { htmlPage } from './html.ts';
import { pagePath } from './page-paths.ts';

// A wall clock has no zone; its scale of milliseconds is that of UTC.
const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

/** When an event is, such as “Saturday, November 21, 2026 at 7:30 – 9:30 PM”. */
export function formatTimes({ begin, end }: EventTimes): string {
	if (begin === null) return 'The time is not known.';
	return end === null
		? format.format(wallClockMs(begin))
		: format.formatRange(wallClockMs(begin), wallClockMs(end));
}

/** @param posterPath path of the poster at this origin */
export function eventPage(event: Event, posterPath: string): string {
	const { id, title, owner } = event;
	const rows: [name: string, html: string][] = [
		['When', text(formatTimes(event))],
		['Where', `${text(event.address)}, ${text(event.locName)}`],
		['Type', text(event.type ?? 'not given')],
		['Number', text(id)],
		['Taking part', String(event.participantCount)],
		['Interested', String(event.wisherCount)],
	];
	if (owner !== null)
		rows.splice(2, 0, ['By', `<a href="${text(pagePath('user', owner.id))}">${text(owner.name)}</a>`]);
	return htmlPage(
		title,
		`<h1>${text(title)}</h1><img src="${text(posterPath)}" alt="" width="480" height="640">
<dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl>
<p class="text">${text(plainText(event.content))}</p>`,
		'wide',
	);
}
