/**
 * The signed-in person's relations to events. The BFF derives them from the service's two lists (gap register,
 * `own-relation`), and adds what it has sent itself: changes that the service may not show yet, and chosen days.
 */
import { z } from 'zod';
import { daySchema, eventSchema, eventTimesSchema } from '../event/schemas.ts';

export type ChangeKind = 'join' | 'leave' | 'wish' | 'unwish';

export const ownRelationSchema = z
	.object({
		joined: z.boolean(),
		wished: z.boolean().describe('a person can be both going and interested'),
		isUnsure: z
			.literal(true)
			.exactOptional()
			.describe('the service has not confirmed the latest change; the relation is as the person wants it'),
		day: daySchema
			.nullable()
			.exactOptional()
			.describe('the day to attend; null: undecided; absent: unknown, as after joining with another program'),
		joinedAs: eventTimesSchema
			.extend({ address: z.string() })
			.exactOptional()
			.describe('time and place when the person joined, or when they last confirmed a change'),
		seesMore: z
			.boolean()
			.exactOptional()
			.describe('whether the service may show the person more of the event than others, such as its address'),
	})
	.meta({ title: 'OwnRelation' });
export type OwnRelation = z.infer<typeof ownRelationSchema>;

export const relationsSchema = z.object({
	relations: z
		.record(z.string(), ownRelationSchema)
		.readonly()
		.describe('by event id; events without a relation are absent, unless it is unsure'),
	isComplete: z
		.boolean()
		.describe(
			"false if the service doesn't show the person's lists: these are only the changes made with Daybill",
		),
});
export type Relations = z.infer<typeof relationsSchema>;

export const ownEventsSchema = z.object({
	events: z.array(eventSchema).readonly().describe('without texts'),
	isComplete: z
		.boolean()
		.describe("false if the list is too long to be read at once, or if the service doesn't show it"),
});
export type OwnEvents = z.infer<typeof ownEventsSchema>;

/** Reports that the person has seen the new time or place of an event. */
export const seenSchema = z.strictObject({ eventId: z.string() });
export type SeenRequest = z.input<typeof seenSchema>;
