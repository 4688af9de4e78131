/** A person's own calendar at a secret URL: their events, including private ones, read with their token. */
import type { FastifyInstance } from 'fastify';
import { dayOf, wallClockAt } from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { sendCached } from '../cache/document-cache.ts';
import type { Parts } from '../parts.ts';
import { hasReason, notFound, ProblemError } from '../problems/problem.ts';
import { agendaOf, openAgendaOf } from '../relations/own-relations.ts';
import { type CalendarEntry, calendarOf, refreshHours, signInNotice } from './calendar.ts';
import type { CalendarLinks, OwnCalendar } from './calendar-links.ts';
import { hourOf, setDocumentHeaders } from './document-headers.ts';

/** Anyone with the URL can request it at any rate, and each read costs some of the user's hourly calls. */
const cacheTtlMs = 300_000;

export function addOwnCalendarRoute(
	app: FastifyInstance,
	{ settings: { publicUrl, timeZone }, brand, documents, upstream, callers, clock, own }: Parts,
	calendars: CalendarLinks,
): void {
	/** @throws ProblemError sign_in_required if the person has to sign in again */
	const readOwn = async ({ userId, sessionId }: OwnCalendar) => {
		const openly = () =>
			openAgendaOf(own, (call, options) => upstream.call(call, undefined, options), userId);
		const caller = sessionId === undefined ? null : await callers.open(sessionId);
		if (caller === null) return openly();
		return agendaOf(own, caller).catch((error: unknown) => {
			// Without a valid session, read what the service shows without a token.
			if (error instanceof ProblemError && error.problem.status === 401) return openly();
			throw error;
		});
	};
	/** Null if the user has to sign in again. */
	const readEntries = async (calendar: OwnCalendar): Promise<CalendarEntry[] | null> => {
		try {
			const { joined, wished } = await readOwn(calendar);
			const isJoined = new Set(joined.map(({ id }) => id));
			const byId = new Map([...wished, ...joined].map((event) => [event.id, event]));
			return [...byId.values()].map((event) => ({
				event,
				isTentative: !isJoined.has(event.id),
				isReminded: isJoined.has(event.id),
			}));
		} catch (error) {
			if (hasReason(error, 'sign_in_required')) return null;
			throw error;
		}
	};
	const writeCalendar = (entries: CalendarEntry[] | null) => {
		const { name: site } = brand();
		if (entries === null) {
			const today = dayOf(wallClockAt(clock(), timeZone ?? 'UTC'));
			return { document: signInNotice(today, { site, publicUrl }) };
		}
		const stamp = hourOf(clock());
		const options = { name: site, site, publicUrl, timeZone, refreshHours, stamp };
		return { document: calendarOf(entries, options) };
	};

	app.get<{ Params: { file: string } }>(serverPatterns.ownCalendar, async (request, reply) => {
		const [, secret = ''] = /^([\w-]+)\.ics$/.exec(request.params.file) ?? [];
		const calendar = secret === '' ? undefined : await calendars.find(secret);
		if (calendar === undefined) throw notFound();
		// The key contains the session, so that a newly attached session reads the lists again.
		const key = ['calendar of a person', calendar.userId, calendar.sessionId];
		const read = () => readEntries(calendar);
		const document = await documents.get(key, { request, ttlMs: cacheTtlMs, read, write: writeCalendar });
		setDocumentHeaders(reply, { format: 'ics', maxAge: 900, isPrivate: true });
		return sendCached(request, reply, document);
	});
}
