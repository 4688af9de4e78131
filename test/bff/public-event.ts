/** Events as the BFF's public parts receive them, for testing those parts in isolation. */

import { isPublic, type PublicEvent } from '../../src/contract/event/event.ts';
import { readEvent, readEventList } from '../../src/contract/event/parse-resources.ts';
import { fakeEvent } from './fake-service.ts';

/** The fake service's event with some fields replaced, in the service's format. */
export function publicEvent(fields: object = {}): PublicEvent {
	const event = readEvent({ ...fakeEvent, ...fields });
	if (!isPublic(event)) throw new Error('the event is not public');
	return event;
}

/** The public events of a list. @param events elements in the service's format */
export const publicEvents = (events: readonly unknown[]): PublicEvent[] =>
	readEventList({ events }).items.filter(isPublic);
