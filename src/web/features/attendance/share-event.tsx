import { type Event, placeOf } from '../../../contract/event/event.ts';
import { hasSeveralDays } from '../../../contract/event/times.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, share } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { formatWhen } from '../days/format-when.ts';
import { useOwnRelation } from './use-own-relation.ts';

/** Text for a friend: what, when and where, and that the person is going or interested. Undefined if neither. */
function useText(event: Event): string | undefined {
	const { relation, status } = useOwnRelation(event);
	if (status !== 'ongoing' || !(relation?.joined || relation?.wished)) return undefined;
	const { joined, day } = relation;
	const when = formatWhen(day ? timesOn(event, day) : event);
	const about = [event.title, placeOf(event)].filter((line) => line !== '');
	if (joined && when !== '' && (day || !hasSeveralDays(event)))
		return [m.attendance_tell_going_on({ when }), ...about].join('\n');
	const intent = joined ? m.attendance_tell_going() : m.attendance_tell_interested();
	return [intent, ...about, when].filter((line) => line !== '').join('\n');
}

/** @returns a function that opens the system's share dialog if there is one, else copies the same text */
export function useTelling(event: Event): () => void {
	const show = useMessage();
	const text = useText(event);
	return () => {
		const url = window.location.href;
		const copied = text === undefined ? url : `${text}\n${url}`;
		const copy = async () => show({ text: (await copyText(copied)) ? m.events_copied() : url });
		void share({ title: event.title, url, ...(text !== undefined && { text }) }, copy);
	};
}

export function ShareButton({ event }: { event: Event }) {
	return (
		<Button look="quiet" onTap={useTelling(event)}>
			<Icon name="share" />
			{m.events_share()}
		</Button>
	);
}
