import { type Event, isPublic } from '../../../contract/event/event.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { bffPath, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData, usePublicOrigin } from '../../shared/page-data.tsx';
import { SheetButton } from '../../ui/sheet-button.tsx';
import { useChosenDay } from '../attendance/use-own-relation.ts';
import css from './calendar-export.module.css';
import { webCalendars } from './web-calendars.ts';

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
			<ul className={css.calendars}>
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
