/** What the typed endpoints return: parsed values. */
import { z } from 'zod';
import { eventSchema, listOf, locSchema, personSchema } from '../event/schemas.ts';
import type { OperationName, operations } from '../spec/operations.ts';
import { ownRelationSchema } from './relations.ts';

const writtenSchema = z
	.object({
		event: eventSchema
			.nullable()
			.describe(
				"read after the write with the writer's token; its counts include the write; null if the read failed",
			),
		relation: ownRelationSchema.describe("the writer's, after the write"),
	})
	.meta({ title: 'Written' });
/** Response to a write, with status 202. */
export type Written = z.infer<typeof writtenSchema>;

/** Schemas by the `returns` of an operation. */
export const valueSchemas = {
	Event: eventSchema,
	EventList: listOf(eventSchema).meta({ title: 'EventList' }),
	UserList: listOf(personSchema).meta({ title: 'UserList' }),
	Loc: locSchema,
	LocList: listOf(locSchema).meta({ title: 'LocList' }),
	Nothing: writtenSchema,
} as const;

export type ValueOf<Name extends OperationName> = z.infer<
	(typeof valueSchemas)[(typeof operations)[Name]['returns']]
>;
