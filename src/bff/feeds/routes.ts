/**
 * Feeds (design §4): `/events/:id.ics`; `/feeds/cities/:uid.ics`, `.atom`, `.json` with the list's filters; and the
 * calendar of one's own events behind a secret address.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayTypes, eventTypes } from '../../contract/filters.ts';
import { operationPath } from '../../contract/operations.ts';
import type { Event, EventList } from '../../contract/resources.ts';
import { ProblemError } from '../problem.ts';
import type { PublicReader } from '../proxy/public-reader.ts';
import type { BffSettings } from '../settings.ts';
import { type CalendarEntry, calendarOf, fingerprint } from './calendar.ts';
import type { CalendarStore } from './calendar-store.ts';
import { atomFeed, jsonFeed } from './documents.ts';
import { oneLine } from './plain-text.ts';

/** Events of a feed at most; lists carry no texts, so an entry is small. */
const mostEvents = 200;
const refreshHours = 6;

const formats = {
	ics: 'text/calendar; charset=utf-8',
	atom: 'application/atom+xml; charset=utf-8',
	json: 'application/feed+json; charset=utf-8',
} as const;
type Format = keyof typeof formats;

/** Sends a document with an ETag, or 304 when the asker has it. */
function sendDocument(
	request: FastifyRequest,
	reply: FastifyReply,
	text: string,
	{ type, maxAge, isPrivate = false }: { type: string; maxAge: number; isPrivate?: boolean },
) {
	const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
	reply
		.header('etag', etag)
		.header('cache-control', `${isPrivate ? 'private' : 'public'}, max-age=${maxAge}`)
		.header('cross-origin-resource-policy', 'cross-origin');
	if (request.headers['if-none-match'] === etag) return reply.code(304).send();
	return reply.type(type).send(text);
}

/** Filters of the query; anything that is none is refused rather than ignored, or a subscriber would get the wrong list. */
function readFilters(query: Record<string, unknown>) {
	const { day_type = 'future', type, ...rest } = query;
	const unknown = Object.keys(rest)[0];
	if (unknown !== undefined)
		throw new ProblemError('invalid_request', `There is no filter ${unknown.slice(0, 40)}.`);
	const dayType = dayTypes.find((each) => each === day_type);
	const eventType = type === undefined ? 'all' : eventTypes.find((each) => each === type);
	if (dayType === undefined)
		throw new ProblemError('invalid_request', `day_type: one of ${dayTypes.join(', ')}.`);
	if (eventType === undefined)
		throw new ProblemError('invalid_request', `type: one of ${eventTypes.join(', ')}.`);
	return { day_type: dayType, type: eventType === 'all' ? undefined : eventType };
}

export function addFeedRoutes(
	app: FastifyInstance,
	{ publicUrl, timeZone }: Pick<BffSettings, 'publicUrl' | 'timeZone'>,
	reader: PublicReader,
	store: CalendarStore,
): void {
	const entriesOf = async (events: readonly Event[]): Promise<CalendarEntry[]> => {
		const revisions = await store.revise(
			events.map((event) => ({ id: event.id, fingerprint: fingerprint(event) })),
		);
		return events.flatMap((event, index) => {
			const revision = revisions[index];
			return revision === undefined ? [] : [{ event, revision }];
		});
	};
	const notFound = () => new ProblemError('not_found', 'There is nothing at this address.');

	app.get<{ Params: { id: string } }>('/events/:id(^[\\w~-]{1,64}).ics', async (request, reply) => {
		const event = await reader.event(request.params.id);
		if (event === undefined) throw notFound();
		reply.header('content-disposition', `attachment; filename="event-${event.id}.ics"`);
		const text = calendarOf(await entriesOf([event]), { name: event.title, publicUrl, timeZone });
		return sendDocument(request, reply, text, { type: formats.ics, maxAge: 600 });
	});

	app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
		'/feeds/cities/:file',
		async (request, reply) => {
			const [, uid = '', extension = ''] =
				/^([\w~-]{1,64})\.(ics|atom|json)$/.exec(request.params.file) ?? [];
			const loc = uid === '' ? null : await reader.findLoc(uid);
			if (loc === null) throw notFound();
			const filters = readFilters(request.query);
			const list = await reader.events({ loc: loc.id, ...filters }, mostEvents);
			if (list === undefined)
				throw new ProblemError('service_unreachable', 'The events cannot be had just now. Please try later.');
			const query = new URLSearchParams({
				day_type: filters.day_type,
				...(filters.type === undefined ? {} : { type: filters.type }),
			});
			const info = {
				title: `${oneLine(loc.name)} · Daybill`,
				page: `${publicUrl}/cities/${encodeURIComponent(loc.uid)}?${query}`,
				self: `${publicUrl}/feeds/cities/${encodeURIComponent(loc.uid)}.${extension}?${query}`,
				publicUrl,
			};
			const entries = await entriesOf(list.events);
			const documents: Record<Format, () => string> = {
				ics: () => calendarOf(entries, { name: info.title, publicUrl, timeZone, refreshHours }),
				atom: () => atomFeed(entries, info),
				json: () => jsonFeed(entries, info),
			};
			const format = extension as Format;
			return sendDocument(request, reply, documents[format](), { type: formats[format], maxAge: 900 });
		},
	);

	const relatedEvents = async (name: 'listParticipatedEvents' | 'listWishedEvents', id: string) => {
		const path = operationPath(name, { id, start: 0, count: 100 });
		return ((await reader.read(name, path)) as EventList | undefined)?.events;
	};

	app.get<{ Params: { secret: string } }>('/feeds/mine/:secret(^[\\w-]{43}).ics', async (request, reply) => {
		const userId = await store.ownerOf(request.params.secret);
		if (userId === undefined) throw notFound();
		const [joined, wished] = await Promise.all([
			relatedEvents('listParticipatedEvents', userId),
			relatedEvents('listWishedEvents', userId),
		]);
		if (joined === undefined || wished === undefined)
			throw new ProblemError('service_unreachable', 'Your events cannot be had just now. Please try later.');
		const going = new Set(joined.map(({ id }) => id));
		const events = [...joined, ...wished.filter(({ id }) => !going.has(id))];
		const entries = (await entriesOf(events)).map((entry) => ({
			...entry,
			isTentative: !going.has(entry.event.id),
		}));
		const text = calendarOf(entries, { name: 'Daybill', publicUrl, timeZone, refreshHours });
		return sendDocument(request, reply, text, { type: formats.ics, maxAge: 900, isPrivate: true });
	});
}
