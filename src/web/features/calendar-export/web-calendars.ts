/**
 * URLs that open a web calendar with the event filled in. The library `calendar-link` is larger, supports no
 * floating times, and writes Outlook's times in the browser's zone.
 */
import { type Event, placeOf } from '../../../contract/event/event.ts';
import { endIn, wholeDaysOf } from '../../../contract/event/times-on.ts';
import { isoOf } from '../../../contract/event/wall-clock.ts';

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
