/** Events for a city's front page, and for the end of an event's page, with only the fields that cards show. */
import { z } from 'zod';
import { publicEventSchema } from '../event/schemas.ts';
import { eventTypes } from '../spec/filters.ts';

const row = z.array(publicEventSchema).readonly();

/** Each event is in one row only, with one poster, and no text or owner. */
export const frontSchema = z.object({
	today: row.describe("events that start later today, by start; all of today's if the time zone is unknown"),
	weekend: row.describe('by start'),
	popular: row.describe('by number of joins and wishes; only events that are in no other row'),
	upcoming: row.describe('the next events by start, if the rows above have few upcoming events'),
	running: row.describe('long-running events that can be visited today, by end'),
	posters: z.partialRecord(z.enum(eventTypes), z.string()).readonly().describe('one poster by type'),
});
export type Front = z.infer<typeof frontSchema>;

export const relatedSchema = z.object({
	nearby: row.describe('close by on the same day, nearest first'),
	by: row.describe('others by the same creator, by start'),
});
export type Related = z.infer<typeof relatedSchema>;
