/** Lists carry each event's whole text: 108 KB for 20 events of a live service. Cards do not show it (design §10). */
import { cutFields } from '../../contract/session.ts';

/** Leaves the cut fields out of the events of a list; any other body comes back as it is. */
export function cutList(body: unknown): { body: unknown; wasCut: boolean } {
	const events = (body as { events?: unknown } | null | undefined)?.events;
	if (!Array.isArray(events)) return { body, wasCut: false };
	const dropped = new Set<string>(cutFields);
	const cut = events.map((event: unknown) =>
		typeof event === 'object' && event !== null
			? Object.fromEntries(Object.entries(event).filter(([name]) => !dropped.has(name)))
			: event,
	);
	return { body: { ...(body as object), events: cut }, wasCut: true };
}
