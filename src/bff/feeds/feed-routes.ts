/** Routes for feeds: one event as a calendar, and a city's filtered list as a calendar, Atom or JSON Feed. */
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type FeedFormat, feedPath, feedTypes } from '../../contract/bff-api/feeds.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { isListed } from '../../contract/event/agenda.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { daySchema } from '../../contract/event/schemas.ts';
import { timesOn } from '../../contract/event/times-on.ts';
import { dayOf, startOfDay, wallClockIn } from '../../contract/event/wall-clock.ts';
import { bffPatterns, pagePath, serverPatterns } from '../../contract/paths.ts';
import { type DayType, dayTypes, eventTypes } from '../../contract/spec/filters.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { words } from '../../contract/words/words.ts';
import { sendCached } from '../cache/document-cache.ts';
import { sendWithEtag } from '../http/etag.ts';
import { bodyOf } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { hasReason, notFound, ProblemError } from '../problems/problem.ts';
import { calendarOf, refreshHours } from './calendar.ts';
import { atomFeed, type FeedEntry, jsonFeed, setDocumentHeaders, withShortText } from './feed-documents.ts';

/** Rejects unknown values. Otherwise, a subscriber would not notice that the feed has a wrong list. */
const querySchema = z.strictObject({
	day_type: z.enum(dayTypes).default('future'),
	type: z.enum(eventTypes).default('all'),
	lang: z.enum(locales).default('en'),
});

type FeedQuery = z.output<typeof querySchema>;

const eventCalendar = {
	summary: 'One event as a calendar.',
	params: z.object({ id: z.string() }),
	querystring: z.object({
		day: daySchema.optional().catch(undefined).describe('the chosen day of an event that lasts several days'),
	}),
	response: { 200: bodyOf('text/calendar') },
	problems: ['not_found', 'service', 'session'],
} as const;
const cityFeed = {
	summary: "A city's filtered list as a calendar, Atom or JSON Feed.",
	params: z.object({ file: z.string().describe('the city, and `.ics`, `.atom` or `.json`') }),
	querystring: querySchema,
	response: { 200: bodyOf(Object.values(feedTypes).join(', ')) },
	problems: ['not_found', 'service'],
} as const;

function readFileName(file: string) {
	const [, uid = '', name] = /^(.*)\.(.*)$/s.exec(file) ?? [];
	const format = (Object.keys(feedTypes) as FeedFormat[]).find((each) => each === name);
	return format && { uid, format };
}

/** Names a downloaded file, with characters that every file system accepts. */
const fileName = (id: string) => `event-${id.replaceAll(/[^\w~-]/g, '_')}.ics`;

/** A thousand events with shortened texts take about a megabyte. Calendar apps reject larger files. */
const maxEvents = 1_000;
const maxPages = 20;

/** Periods to try, in order, until one has few enough events. */
const periods: Readonly<Partial<Record<DayType, readonly DayType[]>>> = {
	future: ['future', 'week', 'today'],
	week: ['week', 'today'],
};

type Filters = Omit<FeedQuery, 'lang'> & { loc: string };

/**
 * Reads up to a thousand events of a period.
 * @throws ProblemError if any page can't be read: subscribers would think that the missing events were canceled
 */
async function readCityEvents({ reader }: Parts, { loc, day_type, type }: Filters) {
	/** `period` may be shorter than the requested one. */
	let found = { period: day_type, events: [] as PublicEvent[] };
	for (const period of periods[day_type] ?? [day_type]) {
		const events: PublicEvent[] = [];
		let [isWhole, pages] = [false, 0];
		const filters = { loc, day_type: period, type: type === 'all' ? undefined : type };
		for await (const { page, isLast } of reader.textPages(filters, { max: maxEvents, maxPages })) {
			events.push(...page.items);
			isWhole = isLast;
			pages += 1;
			await setImmediate();
		}
		if (period === 'future' && isWhole) {
			// At some services, `future` leaves out events that have begun, such as exhibitions (gap register, `day-type`).
			const ids = new Set(events.map(({ id }) => id));
			const today = reader.textPages({ ...filters, day_type: 'today' }, { max: maxEvents, maxPages: 1 });
			for await (const { page } of today) events.push(...page.items.filter(({ id }) => !ids.has(id)));
		}
		found = { period, events };
		// A service that ignores `start` sends only the first page. A shorter period would have no more events.
		if (isWhole || (events.length < maxEvents && pages < maxPages)) break;
	}
	return found;
}

export function addFeedRoutes(app: FastifyInstance, parts: Parts): void {
	const { settings, brand, reader, sharedReads, callers, feeds, runInTurn, clock } = parts;
	const { publicUrl, timeZone } = settings;
	/** Adds the page's URL to `sign_in_required`, because a person may see the error in their calendar or feed reader. */
	const namePage = (page: string) => (error: unknown) => {
		if (!hasReason(error, 'sign_in_required')) throw error;
		const detail = `The service shows this to signed-in people only, and calendar and feed programs cannot sign in. To see it, sign in at ${publicUrl}${page}`;
		throw new ProblemError('sign_in_required', detail, { code: error.problem.code });
	};

	app.get(bffPatterns.eventCalendar, { schema: eventCalendar }, async (request, reply) => {
		const { id } = request.params;
		const { day } = request.query;
		// Some services show public events to signed-in people only.
		const caller = await callers.find(request);
		const view = await reader
			.as(caller)
			.event(id)
			.catch((error: unknown) => {
				// The service doesn't show it to this person.
				if (caller !== null && hasReason(error, 'service_rejected')) throw notFound();
				return namePage(pagePath.event(id))(error);
			});
		// The URL may be the page of an event whose id ends in `.ics`.
		if (view.state === 'absent') {
			reply.callNotFound();
			return reply;
		}
		if (view.state === 'hidden') throw notFound();
		const { event } = view;
		// A calendar must have at least one component (RFC 5545 §3.6).
		if (event.begin === null) throw new ProblemError('not_found', 'The event has no time.');
		reply.header('content-disposition', `attachment; filename="${fileName(id)}"`);
		const options = { name: event.title, site: brand().name, publicUrl, timeZone, stamp: clock() };
		const chosen = day === undefined ? event : timesOn(event, day);
		const entry = { event: chosen, isGoing: true, changedAt: sharedReads.changedAt(id) };
		const document = await calendarOf(options, [entry], runInTurn);
		setDocumentHeaders(reply, { format: 'ics', maxAge: 600, isPrivate: caller !== null });
		return sendWithEtag(request, reply, document);
	});

	const readFeed = async (uid: string, { day_type, type }: FeedQuery) => {
		const loc = await reader.findLoc(uid).catch(namePage(pagePath.city(uid)));
		if (loc === null) throw notFound();
		const filters = { loc: loc.id, day_type, type };
		const read = await readCityEvents(parts, filters).catch(namePage(pagePath.city(loc.uid)));
		const now = wallClockIn(timeZone, clock());
		/** Used as the current time, so that events which are over for today are still listed. */
		const morning = now && startOfDay(dayOf(now));
		const listed = read.events.filter((event) => isListed(event, day_type, morning));
		const entries: FeedEntry[] = listed.map((event) => ({
			event,
			changedAt: sharedReads.changedAt(event.id) ?? clock(),
		}));
		return { loc, period: read.period, entries: entries.map(withShortText) };
	};

	const writeFeed = (
		{ loc, period, entries }: Awaited<ReturnType<typeof readFeed>>,
		format: FeedFormat,
		{ day_type, type, lang }: FeedQuery,
	): Promise<string> => {
		const { name: site } = brand();
		const say = words[lang];
		const days = period === 'future' && type === 'all' ? '' : say[`words_${period}`];
		const name = `${listTitle(loc.name, { type }, days, (key) => say[key])} · ${site}`;
		const info = {
			...{ name, site, publicUrl, timeZone, refreshHours, stamp: clock() },
			page: `${publicUrl}${pagePath.city(loc.uid, { dayType: day_type, type })}`,
			self: `${publicUrl}${feedPath(loc.uid, format, { dayType: day_type, type, locale: lang })}`,
			updatedAt: Math.max(0, ...entries.map(({ changedAt }) => changedAt)),
		};
		if (format === 'ics') return calendarOf(info, entries, runInTurn);
		return runInTurn(() => (format === 'atom' ? atomFeed : jsonFeed)(info, entries));
	};

	app.get(serverPatterns.cityFeed, { schema: cityFeed }, async (request, reply) => {
		const file = readFileName(request.params.file);
		if (file === undefined) throw notFound();
		const { query } = request;
		const key = ['feed', file, query, brand().version];
		const feed = await feeds.get(key, {
			read: async () => writeFeed(await readFeed(file.uid, query), file.format, query),
			write: (document) => ({ document }),
		});
		setDocumentHeaders(reply, { format: file.format, maxAge: 900 });
		return sendCached(request, reply, feed);
	});
}
