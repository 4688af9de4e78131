/** The BFF's own search and calendar, which the specification lacks. */
import { z } from 'zod';
import { daySchema, personSchema, publicEventSchema, wallClockSchema } from '../event/schemas.ts';
import { daysBetween } from '../event/wall-clock.ts';
import { listedTypes } from '../spec/filters.ts';
import { maxSearchText, pricePattern, searchPageSize } from './limits.ts';
import { locales } from './preferences.ts';

/** Six weeks of a calendar month, plus a margin. */
export const maxDays = 62;

const digits = (pattern: RegExp) => z.string().regex(pattern).transform(Number);
const words = {
	q: z.string().max(maxSearchText).trim().default(''),
	type: z.enum(listedTypes).optional().catch(undefined),
	price: digits(pricePattern).optional().describe('highest price; 0: free'),
	lang: z.enum(locales).default('en').describe('language whose words for times are tried first'),
	now: wallClockSchema.optional().describe("the reader's clock; by default the service's"),
};
export const searchQuerySchema = z
	.object({
		...words,
		sort: z.literal('start').optional().catch(undefined).describe('without it, the best match comes first'),
		day: daySchema.optional(),
		from: wallClockSchema.optional(),
		to: wallClockSchema.optional(),
		start: digits(/^\d{1,5}$/).default(0),
		count: digits(/^[1-9]\d?$/).default(searchPageSize),
	})
	.refine(
		({ q, day, from }) => q !== '' || day !== undefined || from !== undefined,
		'q, day or from is missing',
	);
export type SearchQuery = z.output<typeof searchQuerySchema>;

export const daysQuerySchema = z
	.object({ ...words, from: daySchema, to: daySchema })
	.refine(
		({ from, to }) => from <= to && daysBetween(from, to) <= maxDays,
		`from and to must be a range of at most ${maxDays} days`,
	);
export type DaysQuery = z.output<typeof daysQuerySchema>;

const text = z.string();
const amount = z.number();
const maybeText = text.nullable();
const maybeDay = daySchema.nullable();

/** How many of a city's events its search index has. */
const indexState = {
	indexed: amount.describe("the service's events for this city that are in the index"),
	listed: amount.describe("the service's events for this city"),
	is_complete: z.boolean(),
	is_reading: z
		.boolean()
		.describe('being built; if not, but incomplete, the service sends only part of its list'),
};

const partOfDay = z.enum(['morning', 'afternoon', 'evening', 'late', 'now']);
/** `now` means that an event is on and, if it has opening hours, open. */
export type PartOfDay = z.infer<typeof partOfDay>;

/** A few of each kind; venues and organizers with the most events first. */
const namedSchema = z.object({
	types: z.array(z.object({ type: z.enum(listedTypes), poster: maybeText })),
	venues: z
		.array(z.object({ name: text, address: text, count: amount, poster: maybeText }))
		.describe('`name` is the matching part of the address'),
	organizers: z.array(z.object({ person: personSchema, count: amount, poster: maybeText })),
	cities: z
		.array(z.object({ uid: text, name: text, q: text }))
		.exactOptional()
		.describe("other cities; `q` is the query without the city's name"),
});
export type NamedBySearch = z.infer<typeof namedSchema>;

/** Optional fields are absent in responses of older processes. */
export const searchResponseSchema = z.object({
	...indexState,
	hits: z
		.array(
			z.object({
				event: publicEventSchema.describe('without `content`'),
				terms: z.array(text).describe('the matched words, for highlighting'),
				snippet: maybeText.describe('the sentence that contains them, if only the text does'),
			}),
		)
		.describe('best match first: by title, type, place or organizer, then text'),
	total: amount,
	running: amount.exactOptional().describe('how many results are long-running'),
	suggestion: maybeText.describe('the query without its typos; null if it has none, and on further pages'),
	named: namedSchema.describe('cities, venues and the like that the query names; empty on further pages'),
	words: text.exactOptional().describe('the query without the words that name a time'),
	when: z
		.object({ text, from: maybeDay, to: maybeDay, part: partOfDay.nullable() })
		.nullable()
		.exactOptional()
		.describe(
			'the words of the query that name a time, and what was read from them: days, unless the request names days, and the part of each day',
		),
	price: z
		.object({ text, max: amount.describe('0: free') })
		.nullable()
		.exactOptional()
		.describe('the words of the query that name a price, and the highest one'),
	near: z
		.array(z.object({ day: daySchema, count: amount }))
		.exactOptional()
		.describe('if nothing was found in the time, or only what runs for weeks: the nearest days with results'),
});
export type SearchResponse = z.infer<typeof searchResponseSchema>;

export const daysResponseSchema = z.object({
	...indexState,
	days: z
		.record(daySchema, amount)
		.describe('number of events by day, without long-running ones; days without events are absent'),
	spans: z
		.array(publicEventSchema)
		.describe('events of several days, but not long-running ones, by start, as many as a calendar can show'),
});
export type DaysResponse = z.infer<typeof daysResponseSchema>;

export const placeResponseSchema = z.object({
	...indexState,
	events: z.array(publicEventSchema).describe('the first of `total` by start, without `content`'),
	total: amount,
});
export type PlaceResponse = z.infer<typeof placeResponseSchema>;
