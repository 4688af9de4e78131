/**
 * What `parse-resources.ts` makes of the service's resources, as schemas, from which the types are inferred. The BFF
 * declares its responses with them. The web app imports only the types, so the schema library stays out of its bundle.
 */
import { z } from 'zod';
import type { List } from './lists.ts';
import { type Day, readDay, readWallClock, type WallClock } from './wall-clock.ts';

export const wallClockSchema = z
	.custom<WallClock>((value) => readWallClock(value) !== null, 'must be YYYY-MM-DD HH:MM:SS')
	.meta({ title: 'WallClock', $comment: 'YYYY-MM-DD HH:MM:SS, without a zone' });
export const daySchema = z
	.custom<Day>((value) => readDay(value) !== null, 'must be YYYY-MM-DD')
	.meta({ title: 'Day', $comment: 'YYYY-MM-DD' });

const text = z.string();
const maybeText = text.nullable();
const extraText = text.exactOptional();
const maybeFlag = z.boolean().nullable();
const maybeNumber = z.number().nullable();

const times = {
	begin: wallClockSchema.nullable().describe('null if missing or unreadable'),
	end: wallClockSchema.nullable().describe('null if missing, unreadable, or not after `begin`'),
	hours: z
		.object({ opens: text, closes: text })
		.exactOptional()
		.describe("daily opening hours (`10:00`), if the service's text has them"),
};
const allDay = z.boolean().describe('whether the service marks the event as all-day: days without hours');

/** Start and end of an event. */
export const eventTimesSchema = z
	.object({ ...times, isAllDay: allDay.exactOptional() })
	.meta({ title: 'EventTimes' });
export type EventTimes = z.infer<typeof eventTimesSchema>;

/** Users as others see them (Spec §2.2): the owner of an event, and the elements of user lists. */
export const personSchema = z
	.object({ id: text, name: text.describe('falls back to the alias, then to the id'), avatar: maybeText })
	.meta({ title: 'Person' });
export type Person = z.infer<typeof personSchema>;

/** Fields that the specification lacks are absent if not sent. */
export const eventSchema = z
	.object({
		id: text,
		title: text.describe('falls back to the id'),
		content: maybeText.describe('plain text or HTML, as received; null in lists, where the BFF omits it'),
		contentImages: z
			.record(text, text)
			.readonly()
			.exactOptional()
			.describe('signed URLs of the images in `content`, by original URL, added by the BFF'),
		...times,
		isAllDay: allDay,
		address: text,
		geo: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
		locId: text,
		locName: text,
		owner: personSchema.nullable(),
		participantCount: z.number(),
		wisherCount: z.number(),
		posters: z.array(text).readonly().describe('signed URLs, largest first; may be empty'),
		album: maybeText.describe('null unless the service sends a URL: no URL can be built from an id'),
		page: maybeText.describe("the event's page on the service's site"),
		mobilePage: maybeText.describe('the same page for phones; falls back to `page`'),
		type: maybeText.describe("may be a word that the specification doesn't list; null if absent"),
		subtype: extraText.describe("narrower than `type`, in the service's words"),
		price: z
			.object({
				text: text.describe('as sent, in one line'),
				isFree: z.boolean(),
				from: maybeNumber.describe('the lowest amount; null if the text has none'),
			})
			.exactOptional(),
		tags: z.array(text).readonly().exactOptional(),
		timeText: extraText.describe("dates or opening hours, in the service's words"),
		privacy: z.enum(['public', 'private', 'unclear']).describe('`unclear`: the flag is neither yes nor no'),
		isInvited: maybeFlag.describe('null if not sent, like `canInvite`'),
		canInvite: maybeFlag,
		ownRelation: z
			.enum(['joined', 'wished'])
			.nullable()
			.describe("the caller's own relation, if the service sends it"),
		unsaid: z
			.array(
				z.enum([
					...['privacy', 'participantCount', 'wisherCount', 'begin', 'end', 'address', 'geo', 'locId'],
					...['content', 'owner', 'posters', 'links', 'extras'],
				] as const),
			)
			.readonly()
			.exactOptional()
			.describe(
				'fields that the service did not send, and whose values here are defaults; absent if none. `links`: ' +
					'album and pages; `extras`: fields that the specification lacks',
			),
	})
	.meta({ title: 'Event' });
/** An event (Spec §2.1). `docs/contract/bff-api.md` describes its fields. */
export type Event = z.infer<typeof eventSchema>;
export type Privacy = Event['privacy'];

/** An event that anyone may see. Public pages, city feeds, previews, embeds, search and sitemap contain no others. */
export const publicEventSchema = eventSchema
	.extend({ privacy: z.literal('public') })
	.meta({ title: 'PublicEvent', $comment: "Event & { privacy: 'public' }" });
export type PublicEvent = z.infer<typeof publicEventSchema>;

/** A city, or a region (Spec §2.4). */
export const locSchema = z
	.object({
		id: text,
		name: text,
		uid: text.describe(
			"used in the city's URL: the short name, or the id if the short name is missing or unusable in a URL. Several cities of `/api/cities` may share a short name: their URLs take the id",
		),
		parent: text.describe('short name of the parent region; may be empty'),
		isHabitable: maybeFlag.describe('null if not sent'),
	})
	.meta({ title: 'Loc' });
export type Loc = z.infer<typeof locSchema>;

export const listOf = <Item>(item: z.ZodType<Item>): z.ZodType<List<Item>> =>
	z.object({
		items: z.array(item),
		start: maybeNumber.describe('position of the first element; null if not sent'),
		sent: z.number().describe('number of elements sent, including duplicates and dropped ones'),
		total: maybeNumber.describe('number of elements in the whole list; null if not sent'),
		dropped: z.array(text).describe('one error message per dropped element'),
	});
