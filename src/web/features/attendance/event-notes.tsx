import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnRelation, SeenRequest } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { bffPatterns, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { whileSignedIn } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import { formatWhen } from '../days/format-when.ts';
import { clashOf } from './clash-of.ts';
import { ownKeys, useUpcoming } from './own-queries.ts';
import { useChosenDay, useOwnRelation } from './use-own-relation.ts';

/**
 * One sentence per change since the person joined or last tapped “Got it”. Ignores a missing address, and the address
 * of an event that may show participants more than others.
 */
export function readChanges(
	{ joinedAs, seesMore = false }: OwnRelation,
	{ begin, end, address }: Event,
): string[] {
	if (joinedAs === undefined) return [];
	const hasMoved = !seesMore && joinedAs.address !== '' && address !== '' && joinedAs.address !== address;
	return [
		...(joinedAs.begin !== begin || joinedAs.end !== end
			? [m.attendance_time_changed({ when: formatWhen(joinedAs) })]
			: []),
		...(hasMoved ? [m.attendance_place_changed({ address: joinedAs.address })] : []),
	];
}

/** Says that the event's time or place has changed since the person joined. Shown until they confirm it. */
export function ChangedNote({ event }: { event: Event }) {
	const client = useQueryClient();
	const { relation } = useOwnRelation(event);
	const seen = useMutation({
		mutationFn: () =>
			whileSignedIn(client, (options) =>
				callBff('POST', bffPatterns.seenChanges, { eventId: event.id } satisfies SeenRequest, options),
			),
		onSuccess: () => client.invalidateQueries({ queryKey: ownKeys.relations }),
	});
	const changes = relation?.joined === true ? readChanges(relation, event) : [];
	if (seen.isPending || changes.length === 0) return null;
	return (
		<div className="notice" role="status">
			{changes.map((text) => (
				<p key={text}>
					<strong>{text}</strong>
				</p>
			))}
			<Button onTap={() => seen.mutate()}>{m.attendance_seen()}</Button>
		</div>
	);
}

/** Says that the person is going to another event at the same time. Hidden for events that are over or long-running. */
export function SameTimeNote({ event, isOver }: { event: Event; isOver: boolean }) {
	const isAsked = typeof useSession().userId === 'string' && !isOver;
	const day = useChosenDay(event);
	const { time_zone } = usePageData().settings;
	const other = clashOf(day ? timesOn(event, day) : event, useUpcoming(isAsked), time_zone);
	if (other === undefined) return null;
	return (
		<p>
			<a href={pagePath.event(other.id)}>{m.attendance_same_time({ title: other.title })}</a>
		</p>
	);
}
