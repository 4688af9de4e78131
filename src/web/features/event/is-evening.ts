import type { Event } from '../../../contract/event/event.ts';
import { timeOfDay } from '../../../contract/event/wall-clock.ts';

/** Whether all of the events begin in the evening. What begins at five may last into the night. */
export const isEvening = (events: readonly Pick<Event, 'begin'>[]): boolean =>
	events.every(({ begin }) => begin !== null && timeOfDay(begin) >= '17:00');
