/** A person's own calendar at a secret URL: their events, including private ones, read with their token. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { calendarUrlSchema } from '../../contract/bff-api/auth.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import type { Event } from '../../contract/event/event.ts';
import { isWithin } from '../../contract/event/times.ts';
import { dayOf, wallClockAt } from '../../contract/event/wall-clock.ts';
import { bffPatterns, ownCalendarPath, serverPatterns } from '../../contract/paths.ts';
import { sendCached } from '../cache/document-cache.ts';
import { bodyOf } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { preferencesOf } from '../preferences.ts';
import { hasReason, ignoreProblem, notFound, ProblemError } from '../problems/problem.ts';
import { agendaOf, openAgendaOf } from '../relations/own-relations.ts';
import type { Caller } from '../session/caller.ts';
import { calendarOf, refreshHours, signInNotice } from './calendar.ts';
import type { CalendarLinks } from './calendar-links.ts';
import { setDocumentHeaders, withShortText } from './feed-documents.ts';

/** Calendar programs may request it at any rate, but each read uses some of the person's hourly calls. */
const cacheTtlMs = 300_000;
/** How many events to look up because the person's list no longer has them. Each may take a call. */
const maxChecked = 20;

/** Ignores unknown values, so that existing links keep working. */
const querySchema = z.object({
	interested: z.literal('1').optional().catch(undefined).describe('adds events that interest the person'),
	lang: z
		.enum(locales)
		.optional()
		.catch(undefined)
		.describe('language of the request to sign in again, because calendar apps send none'),
});
type OwnCalendarQuery = z.output<typeof querySchema>;

export function addOwnCalendarRoute(app: FastifyInstance, parts: Parts, calendars: CalendarLinks): void {
	const { settings, brand, feeds, upstream, callers, clock, own, reader, sharedReads, runInTurn } = parts;
	const { publicUrl, timeZone } = settings;
	const now = () => wallClockAt(clock(), timeZone ?? 'UTC');
	/** Reads the person's agenda. @throws ProblemError sign_in_required if the person has to sign in again */
	const readOwn = async (userId: string, caller: Caller | null) => {
		const openly = () => openAgendaOf(own, (call) => upstream.call(call), userId);
		if (caller === null) return openly();
		return agendaOf(own, caller).catch((error: unknown) => {
			// The session has ended, so read what the service shows without a token.
			if (error instanceof ProblemError && error.problem.status === 401) return openly();
			throw error;
		});
	};
	const findGone = async (ids: readonly string[]) => {
		// If the service still has the event, it was not canceled: the person left it in another program.
		const doubtful = ids.filter((id) => sharedReads.peekGone(id) === undefined).slice(-maxChecked);
		await Promise.all(doubtful.map((id) => reader.event(id).catch(ignoreProblem)));
		return ids.flatMap((id) => sharedReads.peekGone(id) ?? []);
	};
	/** Adds an event's text, which is not in the person's lists. */
	const withText = (event: Event): Event => ({
		...event,
		content: event.content ?? sharedReads.peekEvent(event.id)?.content ?? null,
	});
	const readEntries = async (userId: string, caller: Caller | null, isInterested: boolean) => {
		const { joined, chosenAt, wished, lost } = await readOwn(userId, caller);
		const isJoined = new Set(joined.map(({ id }) => id));
		const others = isInterested ? wished.filter(({ id }) => !isJoined.has(id)) : [];
		await sharedReads.fetchKnown([...lost, ...[...joined, ...others].map(({ id }) => id)]);
		const canceled = (await findGone(lost)).filter(
			({ event }) => !isJoined.has(event.id) && isWithin(event, { from: now(), to: null }),
		);
		return [
			...canceled.map(({ event }) => ({ event, isCanceled: true })),
			...joined.map((event) => ({ event: withText(event), isGoing: true })),
			...others.map((event) => ({ event: withText(event), isTentative: true })),
		].map((entry) => {
			const { id } = entry.event;
			const changedAt = sharedReads.changedAt(id);
			// Calendar apps move an entry to another day only if its time of change is later.
			const latest = changedAt && Math.max(changedAt, chosenAt.get(id) ?? 0);
			return { ...withShortText(entry), changedAt: latest };
		});
	};
	const readCalendar = async (userId: string, caller: Caller | null, query: OwnCalendarQuery) => {
		const { name: site, locale } = brand();
		const options = { name: site, site, publicUrl, timeZone, refreshHours, stamp: clock() };
		try {
			const entries = await readEntries(userId, caller, query.interested !== undefined);
			return await calendarOf(options, entries, runInTurn);
		} catch (error) {
			if (!hasReason(error, 'sign_in_required')) throw error;
			return signInNotice(dayOf(now()), query.lang ?? locale, { site, publicUrl });
		}
	};

	const schema = {
		summary: "A person's calendar, at a secret URL.",
		params: z.object({ file: z.string().describe('the secret, and `.ics`') }),
		querystring: querySchema,
		response: { 200: bodyOf('text/calendar') },
		problems: ['service', 'not_found'],
	} as const;
	app.get(serverPatterns.ownCalendar, { schema }, async (request, reply) => {
		const { query } = request;
		const [, secret = ''] = /^([\w-]+)\.ics$/.exec(request.params.file) ?? [];
		const calendar = await calendars.find(secret);
		if (calendar === undefined) throw notFound();
		const caller = calendar.sessionId === undefined ? null : await callers.open(calendar.sessionId);
		// The key contains the session, so that a sign-in or sign-out takes effect at once.
		const key = ['calendar of a person', calendar.userId, caller?.sessionId, query];
		const document = await feeds.get(key, {
			ttlMs: cacheTtlMs,
			read: () => readCalendar(calendar.userId, caller, query),
			write: (document) => ({ document }),
		});
		// A header instead of a rule in robots.txt: calendar services fetch only what robots.txt allows.
		reply.header('x-robots-tag', 'noindex');
		setDocumentHeaders(reply, { format: 'ics', maxAge: 900, isPrivate: true });
		return sendCached(request, reply, document);
	});
}

const urlSchema = (summary: string) =>
	({ summary, response: { 200: calendarUrlSchema }, problems: ['session', 'not_found'] }) as const;

/** Routes that create and revoke the signed-in person's calendar link, and tell whether there is one. */
export function addCalendarUrlRoutes(
	app: FastifyInstance,
	{ settings: { publicUrl }, brand, callers }: Parts,
	calendars: CalendarLinks,
): void {
	const get = urlSchema('Whether the person has a secret calendar URL.');
	app.get(bffPatterns.calendar, { schema: get }, async (request) => {
		const { userId, sessionId } = await callers.require(request);
		// Attach this session: the one whose token reads the calendar may have ended.
		await calendars.attachSession(userId, sessionId);
		return { exists: await calendars.exists(userId) };
	});
	const create = urlSchema('Creates a secret calendar URL, in place of any other.');
	app.post(bffPatterns.calendar, { schema: create }, async (request) => {
		const { userId, sessionId } = await callers.require(request);
		if (userId === '')
			throw new ProblemError(
				'not_found',
				'The service does not say who you are, so your events are unknown.',
			);
		const secret = await calendars.create(userId, sessionId);
		const { locale } = preferencesOf(request, brand().locale);
		return { exists: true, url: `${publicUrl}${ownCalendarPath(secret, locale)}` };
	});
	const revoke = urlSchema('Revokes the secret calendar URL.');
	app.delete(bffPatterns.calendar, { schema: revoke }, async (request) => {
		await calendars.revoke((await callers.require(request)).userId);
		return { exists: false };
	});
}
