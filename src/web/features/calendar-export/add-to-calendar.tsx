/** Adding an event to one's own calendar: a file for any program, and the usual calendars of the web. */
import { type Event, isPublic } from '../../../contract/event/event.ts';
import { bffPath, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData, usePublicOrigin } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import css from './calendar-export.module.css';
import { webCalendars } from './web-calendars.ts';

const names = {
	google: () => m.export_google(),
	outlook: () => m.export_outlook(),
	yahoo: () => m.export_yahoo(),
} as const;

export function AddToCalendar({ event }: { event: Event }) {
	const origin = usePublicOrigin();
	const { time_zone } = usePageData().settings;
	const calendars = webCalendars(event, `${origin}${pagePath.event(event.id)}`, time_zone);
	if (calendars === null) return null;
	return (
		<details className={css.menu}>
			<summary className={`${controls.button} ${controls.quiet}`}>{m.export_add()}</summary>
			<ul>
				{isPublic(event) && (
					<li>
						<a href={bffPath.eventCalendar(event.id)} download>
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
		</details>
	);
}
