/**
 * The service's resources as schemas (Spec §2), from which all wire types are inferred. They require exactly what the
 * specification defines, and allow unknown fields. The web app imports only the types, so the schema library stays out of
 * its bundle.
 */
import { z } from 'zod';
import { dateTimePattern } from './filters.ts';

/** Yes/no flag. The specification leaves the words open; the sandbox writes `yes` and `no` (gap register, `flags`). */
const flag = z.string().meta({ description: 'yes/no style flag' });

/** User summary (Spec §2.2): an event's `owner`, and the elements of user lists. */
const userSummarySchema = z
	.looseObject({
		id: z.string().meta({ description: 'user identifier' }),
		uid: z.string().meta({ description: 'alias, short name' }),
		name: z.string(),
		avatar: z.string().meta({ description: 'URL of the avatar image' }),
		alt: z.string().meta({ description: "URL of the user's page" }),
	})
	.meta({ id: 'User' });

/** Event (Spec §2.1). `category` and `all_day` are this project's (gap register, `event-type`, `all-day`). */
const eventSchema = z
	.looseObject({
		id: z.string().meta({ description: 'event identifier' }),
		title: z.string(),
		content: z.string().meta({ description: 'description text; may contain line breaks' }),
		begin_time: z.string().regex(dateTimePattern).meta({ description: 'start, %Y-%m-%d %H:%M:%S' }),
		end_time: z.string().regex(dateTimePattern).meta({ description: 'end, %Y-%m-%d %H:%M:%S' }),
		address: z.string(),
		geo: z
			.string()
			.regex(/^[-+\d.e]+ [-+\d.e]+$/i)
			.meta({ description: '<latitude> <longitude>' }),
		loc_id: z.string().meta({ description: 'identifier of the city' }),
		loc_name: z.string().meta({ description: 'city name' }),
		owner: userSummarySchema,
		participant_count: z.number().int().nonnegative(),
		wisher_count: z.number().int().nonnegative(),
		album: z.string().meta({ description: "identifier of the event's album" }),
		image: z.string().meta({ description: 'medium poster image' }),
		'image-hlarge': z.string().meta({ description: 'large poster image' }),
		'image-lmobile': z.string().meta({ description: 'large mobile poster image' }),
		alt: z.string().meta({ description: 'web page of the event' }),
		adapt_url: z.string().meta({ description: 'mobile-adapted page of the event' }),
		is_priv: flag,
		has_invited: flag,
		can_invite: flag,
		category: z.string().optional().meta({ description: "the event's type as a word; an extra field" }),
		all_day: flag.optional().meta({ description: 'whether it has days but no hours; an extra field' }),
	})
	.meta({ id: 'Event' });

/** City (Spec §2.4). */
const locSchema = z
	.looseObject({
		id: z.string().meta({ description: 'city identifier' }),
		name: z.string(),
		uid: z.string().meta({ description: 'city short name' }),
		parent: z.string().meta({ description: 'short name of the parent region' }),
		habitable: flag,
	})
	.meta({ id: 'Loc' });

/** Paging fields of every list (Spec §2.3). */
const pagingFields = {
	count: z.number().int().nonnegative(),
	start: z.number().int().nonnegative(),
	total: z.number().int().nonnegative(),
};

const eventListSchema = z
	.looseObject({ ...pagingFields, events: z.array(eventSchema) })
	.meta({ id: 'EventList' });

const userListSchema = z
	.looseObject({ ...pagingFields, users: z.array(userSummarySchema) })
	.meta({ id: 'UserList' });

const locListSchema = z.looseObject({ ...pagingFields, locs: z.array(locSchema) }).meta({ id: 'LocList' });

/** Response of the token endpoint (Spec §2.5). `expires_in` is in seconds (gap register, `expires-in-unit`). */
export const tokenResponseSchema = z
	.looseObject({
		access_token: z.string(),
		expires_in: z.number().positive(),
		refresh_token: z.string(),
		service_user_id: z.string(),
	})
	.meta({ id: 'TokenResponse' });
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** Body of an error, sent with HTTP 400 (Spec §2.6). */
export const errorBodySchema = z
	.looseObject({
		code: z.number().int().meta({ description: 'error code, Spec §7' }),
		msg: z.string().meta({ description: 'error name, optionally a colon and detail' }),
		request: z.string().meta({ description: '<METHOD> <path>' }),
	})
	.meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Schemas of the resources, by their names in the operations table. `Nothing` is the `{}` that 202 responses contain. */
export const resourceSchemas = {
	Event: eventSchema,
	EventList: eventListSchema,
	UserList: userListSchema,
	Loc: locSchema,
	LocList: locListSchema,
	Nothing: z.looseObject({}).meta({ id: 'Nothing' }),
} as const;
export type ResourceName = keyof typeof resourceSchemas;

/** Unparsed bodies. */
export type WireEvent = z.infer<(typeof resourceSchemas)['Event']>;
export type WireEventList = z.infer<(typeof resourceSchemas)['EventList']>;
export type WireLoc = z.infer<(typeof resourceSchemas)['Loc']>;
export type WireUser = z.infer<(typeof resourceSchemas)['UserList']>['users'][number];
