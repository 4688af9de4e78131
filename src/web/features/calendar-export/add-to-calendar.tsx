/** Adding an event to one's own calendar: a file for any program, and the usual calendars of the web. */
import { m } from '../../i18n/generated/messages.js';
import { usePublicOrigin } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import type { EventView } from '../events/event-view.ts';
import css from './calendar-export.module.css';

/** `YYYYMMDDTHHMMSS`, a floating time. */
const compact = (wallClock: string) => wallClock.replace(/[-:]/g, '').replace(' ', 'T');
const iso = (wallClock: string) => wallClock.replace(' ', 'T');

/** Addresses that open the web calendars with the event filled in. */
function webCalendars({ title, begin, end, address }: EventView, url: string) {
	const to = end || begin;
	const google = new URLSearchParams({
		action: 'TEMPLATE',
		text: title,
		dates: `${compact(begin)}/${compact(to)}`,
		location: address,
		details: url,
	});
	const outlook = new URLSearchParams({
		path: '/calendar/action/compose',
		rru: 'addevent',
		subject: title,
		startdt: iso(begin),
		enddt: iso(to),
		location: address,
		body: url,
	});
	const yahoo = new URLSearchParams({
		v: '60',
		title,
		st: compact(begin),
		et: compact(to),
		in_loc: address,
		desc: url,
	});
	return [
		{ name: m.export_google(), href: `https://calendar.google.com/calendar/render?${google}` },
		{ name: m.export_outlook(), href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
		{ name: m.export_yahoo(), href: `https://calendar.yahoo.com/?${yahoo}` },
	];
}

export function AddToCalendar({ event }: { event: EventView }) {
	const origin = usePublicOrigin();
	if (event.begin === '') return null;
	const url = `${origin}/events/${encodeURIComponent(event.id)}`;
	return (
		<details className={css.menu}>
			<summary className={`${controls.button} ${controls.quiet}`}>{m.export_add()}</summary>
			<ul>
				{event.isPrivate !== true && (
					<li>
						<a href={`/events/${encodeURIComponent(event.id)}.ics`} download>
							{m.export_file()}
						</a>
					</li>
				)}
				{webCalendars(event, url).map(({ name, href }) => (
					<li key={name}>
						<a href={href} rel="noreferrer" target="_blank">
							{name}
						</a>
					</li>
				))}
			</ul>
		</details>
	);
}
