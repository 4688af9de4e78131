import { type Event, isPublic, placeOf } from '../../../contract/event/event.ts';
import { endIn, timesOn, wholeDaysOf } from '../../../contract/event/times-on.ts';
import { isoOf } from '../../../contract/event/wall-clock.ts';
import { bffPath, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData, usePublicOrigin } from '../../shared/page-data.tsx';
import { SheetButton } from '../../ui/sheet.tsx';
import { useChosenDay } from '../attendance/use-own-relation.ts';

/** Links for the person's chosen day, if any. Renders nothing for an event without a time. */
export function CalendarLinks({ event, title }: { event: Event; title?: string }) {
	const origin = usePublicOrigin();
	const { time_zone } = usePageData().settings;
	const day = useChosenDay(event);
	const url = `${origin}${pagePath.event(event.id)}`;
	const calendars = webCalendars(day ? timesOn(event, day) : event, url, time_zone);
	if (calendars === null) return null;
	const links = [
		[m.export_google(), calendars.google],
		[m.export_outlook(), calendars.outlook],
		[m.export_yahoo(), calendars.yahoo],
	] as const;
	return (
		<div>
			{title && <h3>{title}</h3>}
			<ul className="menu">
				{isPublic(event) && (
					<li>
						<a href={bffPath.eventCalendar(event.id, day)} download>
							{m.export_file()}
						</a>
					</li>
				)}
				{links.map(([name, href]) => (
					<li key={name}>
						<a href={href} rel="noreferrer" target="_blank">
							{name}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}

export function AddToCalendar({ event }: { event: Event }) {
	if (event.begin === null) return null;
	return (
		<SheetButton icon="calendar" className="button quiet" title={m.export_add()} isStatic>
			<CalendarLinks event={event} />
		</SheetButton>
	);
}

/** ISO 8601 basic format: `20261121T193000`, with a `Z` if UTC. */
const basicTime = (iso: string): string => iso.replaceAll(/[-:]/g, '');

/**
 * @param url of the event's page, for the notes
 * @param timeZone IANA name of the event's zone; null if unknown
 * @returns null if the start is unknown
 */
export function webCalendars(
	event: Pick<Event, 'title' | 'begin' | 'end' | 'address' | 'locName' | 'geo'>,
	url: string,
	timeZone: string | null,
) {
	const { title, begin } = event;
	if (begin === null) return null;
	const place = placeOf(event);
	const days = wholeDaysOf(event);
	const from = days?.first ?? isoOf(begin, timeZone);
	const to = days?.next ?? isoOf(endIn(event, timeZone) ?? begin, timeZone);
	const google = new URLSearchParams({
		action: 'TEMPLATE',
		text: title,
		dates: `${basicTime(from)}/${basicTime(to)}`,
		location: place,
		details: url,
	});
	const outlook = new URLSearchParams({
		path: '/calendar/action/compose',
		rru: 'addevent',
		subject: title,
		startdt: from,
		enddt: to,
		...(days && { allday: 'true' }),
		location: place,
		body: url,
	});
	const yahoo = new URLSearchParams({
		v: '60',
		title,
		st: basicTime(from),
		et: basicTime(to),
		...(days && { dur: 'allday' }),
		in_loc: place,
		desc: url,
	});
	return {
		google: `https://calendar.google.com/calendar/render?${google}`,
		outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
		yahoo: `https://calendar.yahoo.com/?${yahoo}`,
	};
}
