/**
 * The days that people chose when they joined. The service takes `participate_date` and never sends it back (Spec §4.2), so
 * this browser keeps it.
 */
import { type Day, readDay } from '../../../contract/event/wall-clock.ts';
import { keptByEvent } from './kept-by-event.ts';

/** By event id; null: not decided. An event that is not in it was joined elsewhere. */
export type ChosenDays = Readonly<Record<string, Day | null>>;

const { readAll, keep } = keptByEvent('days');

export const readChosenDays = (userId: string): ChosenDays =>
	Object.fromEntries(readAll(userId).map(([eventId, day]) => [eventId, readDay(day)]));

/** @param day undefined: the event was left */
export const keepChosenDay: (userId: string, eventId: string, day: Day | null | undefined) => void = keep;
