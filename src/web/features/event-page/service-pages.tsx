/** Links to what the service has of an event: its page, and its album. */
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { Icon } from '../../ui/icon.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';

export function ServicePages({ event: { page, mobilePage, album } }: { event: Event }) {
	const url = useIsNarrow() ? mobilePage : page;
	const link = { className: `${controls.button} ${controls.quiet}`, rel: 'noreferrer', target: '_blank' };
	return (
		<>
			{url !== null && (
				<a {...link} href={url}>
					<Icon name="out" />
					{m.events_page()}
				</a>
			)}
			{album !== null && (
				<a {...link} href={album}>
					<Icon name="photos" />
					{m.events_album()}
				</a>
			)}
		</>
	);
}
