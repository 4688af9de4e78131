import { type Event, isPublic } from '../../../contract/event/event.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { bffPath, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData, usePublicOrigin } from '../../shared/page-data.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SheetButton } from '../../ui/sheet-button.tsx';
import { useChosenDay } from '../attendance/use-own-relation.ts';
import css from './calendar-export.module.css';
import { webCalendars } from './web-calendars.ts';

const names = {
	google: () => m.export_google(),
	outlook: () => m.export_outlook(),
	yahoo: () => m.export_yahoo(),
} as const;

/** Links for the person's chosen day, if any. Renders nothing for an event without a time. */
export function CalendarLinks({ event, title }: { event: Event; title?: string }) {
	const origin = usePublicOrigin();
	const { time_zone } = usePageData().settings;
	const day = useChosenDay(event);
	const calendars = webCalendars(
		day ? timesOn(event, day) : event,
		`${origin}${pagePath.event(event.id)}`,
		time_zone,
	);
	if (calendars === null) return null;
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
				{(['google', 'outlook', 'yahoo'] as const).map((name) => (
					<li key={name}>
						<a href={calendars[name]} rel="noreferrer" target="_blank">
							{names[name]()}
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
		<SheetButton
			title={m.export_add()}
			className={css.add}
			label={
				<>
					<Icon name="calendar" />
					{m.export_add()}
				</>
			}
		>
			<CalendarLinks event={event} />
		</SheetButton>
	);
}
