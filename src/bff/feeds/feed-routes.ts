/** Public feeds (design §4): one event as a calendar, and a city's list as calendar, Atom or JSON Feed with its filters. */
import type { FastifyInstance } from 'fastify';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { bffPath, type FeedFormat, feedTypes, pagePath, serverPatterns } from '../../contract/paths.ts';
import { type DayType, dayTypes, type EventType, eventTypes } from '../../contract/spec/filters.ts';
import { words } from '../../contract/words/words.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { ProblemError } from '../http/problem.ts';
import type { WithCaller } from '../reads/caller.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import { isSignInRequired } from '../reads/service-rejection.ts';
import type { BffSettings } from '../settings.ts';
import { calendarOf } from './calendar.ts';
import { atomFeed, jsonFeed } from './feed-documents.ts';
import { hourOf, refreshHours, sendDocument } from './send-document.ts';

/** Lists carry no texts, so an entry is small. */
const maxEvents = 200;

/** What a query chooses: the list, and the language of its title. */
interface Choice {
	dayType: DayType;
	type: EventType;
	locale: Locale;
}

/** Filters of the query. @throws ProblemError for anything else, or a subscriber would get the wrong list unnoticed */
function readChoice(query: Record<string, unknown>): Choice {
	const { day_type = 'future', type = 'all', lang = 'en', ...rest } = query;
	const unknown = Object.keys(rest)[0];
	if (unknown !== undefined)
		throw new ProblemError('invalid_request', `There is no filter ${unknown.slice(0, 40)}.`);
	const dayType = dayTypes.find((each) => each === day_type);
	const eventType = eventTypes.find((each) => each === type);
	if (dayType === undefined)
		throw new ProblemError('invalid_request', `day_type must be one of ${dayTypes.join(', ')}.`);
	if (eventType === undefined)
		throw new ProblemError('invalid_request', `type must be one of ${eventTypes.join(', ')}.`);
	const locale = locales.find((each) => each === lang);
	if (locale === undefined)
		throw new ProblemError('invalid_request', `lang must be one of ${locales.join(', ')}.`);
	return { dayType, type: eventType, locale };
}

/** City and format of the last segment of a city feed's path; null when it names no format. */
function readFile(file: string): { uid: string; format: FeedFormat } | null {
	const dot = file.lastIndexOf('.');
	const format = (Object.keys(feedTypes) as FeedFormat[]).find((each) => each === file.slice(dot + 1));
	return dot === -1 || format === undefined ? null : { uid: file.slice(0, dot), format };
}

/** The city, and what is chosen of its events, as calendars and feed readers list it. */
function nameOf({ name }: Loc, { dayType, type, locale }: Choice): string {
	if (dayType === 'future' && type === 'all') return name;
	const { [`words_${dayType}` as const]: days, [`words_type_${type}` as const]: kind } = words[locale];
	return [name, days, ...(type === 'all' ? [] : [kind])].join(' · ');
}

/** Name of a downloaded file: the identifier as far as any file system takes it. */
const fileName = (id: string) => `event-${id.replaceAll(/[^\w~-]/g, '_')}.ics`;

export function addFeedRoutes(
	app: FastifyInstance,
	{ publicUrl, timeZone, clock = Date.now }: Pick<BffSettings, 'publicUrl' | 'timeZone' | 'clock'>,
	{ brand, reader, withCaller }: { brand: CurrentBrand; reader: PublicReader; withCaller: WithCaller },
): void {
	const notFound = () => new ProblemError('not_found', 'There is nothing at this URL.');

	/** Says where people can see what a program may not fetch. @param page path of the page that shows it */
	const orWayOut = async <Value>(page: string, value: Promise<Value>): Promise<Value> => {
		try {
			return await value;
		} catch (error) {
			if (!isSignInRequired(error)) throw error;
			const detail = `The service shows this to signed-in people only, and calendar and feed programs cannot sign in. To see it, sign in at ${publicUrl}${page}`;
			throw new ProblemError('sign_in_required', detail, error.problem.code);
		}
	};

	app.get<{ Params: { id: string } }>(serverPatterns.eventCalendar, async (request, reply) => {
		const { id } = request.params;
		// A person downloads it from the event's page, so it may be read with the person's token.
		const [view, isShared] = await withCaller(request, reply, async (caller) => [
			await orWayOut(pagePath.event(id), reader.as(caller).event(id)),
			caller === null,
		]);
		// It can be the page of an event whose identifier ends in `.ics`.
		if (view.state === 'absent') {
			reply.callNotFound();
			return reply;
		}
		if (view.state === 'hidden') throw notFound();
		const { event } = view;
		reply.header('content-disposition', `attachment; filename="${fileName(event.id)}"`);
		const options = { name: event.title, site: brand().name, publicUrl, timeZone, stamp: hourOf(clock()) };
		const document = calendarOf([{ event }], options);
		return sendDocument(request, reply, document, { format: 'ics', maxAge: 600, isPrivate: !isShared });
	});

	const documentOf = (
		events: readonly PublicEvent[],
		loc: Loc,
		format: FeedFormat,
		{ dayType, type, locale }: Choice,
	): string => {
		const query = new URLSearchParams({
			day_type: dayType,
			...(type === 'all' ? {} : { type }),
			...(locale === 'en' ? {} : { lang: locale }),
		});
		const { name: site } = brand();
		const info = {
			title: `${nameOf(loc, { dayType, type, locale })} · ${site}`,
			site,
			page: `${publicUrl}${pagePath.city(loc.uid, { dayType, type })}`,
			self: `${publicUrl}${bffPath.cityFeed(loc.uid, format, query)}`,
			publicUrl,
			updated: new Date(hourOf(clock())),
		};
		if (format !== 'ics') return format === 'atom' ? atomFeed(events, info) : jsonFeed(events, info);
		const stamp = hourOf(clock());
		const entries = events.map((event) => ({ event }));
		return calendarOf(entries, { name: info.title, site, publicUrl, timeZone, refreshHours, stamp });
	};

	app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
		serverPatterns.cityFeed,
		async (request, reply) => {
			const file = readFile(request.params.file);
			if (file === null) throw notFound();
			const loc = await orWayOut(pagePath.city(file.uid), reader.findLoc(file.uid));
			if (loc === null) throw notFound();
			const choice = readChoice(request.query);
			const { format } = file;
			const { dayType, type } = choice;
			const input = { loc: loc.id, day_type: dayType, type: type === 'all' ? undefined : type };
			const events = await orWayOut(pagePath.city(loc.uid), reader.events(input, maxEvents));
			const document = documentOf(events, loc, format, choice);
			return sendDocument(request, reply, document, { format, maxAge: 900 });
		},
	);
}
