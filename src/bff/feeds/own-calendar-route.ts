/** The calendar of a person's own events, behind a secret URL (`/feeds/mine/:secret.ics`). */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { dayOf, wallClockAt } from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import { calendarOf, refreshHours, signInNotice } from './calendar.ts';
import type { CalendarLinks, OwnCalendar } from './calendar-links.ts';
import type { OwnEvents } from './own-events.ts';
import { hourOf, sendDocument } from './send-document.ts';

/** Calendars in memory: anyone with the URL can request it at any rate, and each takes calls of the person. */
const cacheLimits = { ttl: 300_000, maxSize: 8 * 1024 * 1024 };

export function addOwnCalendarRoute(
	app: FastifyInstance,
	{ publicUrl, timeZone }: Pick<BffSettings, 'publicUrl' | 'timeZone'>,
	{
		brand,
		readOwnEvents,
		calendars,
		clock,
	}: {
		brand: CurrentBrand;
		/** Null when the person has to sign in again. */
		readOwnEvents: (calendar: OwnCalendar) => Promise<OwnEvents | null>;
		calendars: CalendarLinks;
		/** Milliseconds since 1970. */
		clock: () => number;
	},
): void {
	const write = async (calendar: OwnCalendar): Promise<string> => {
		const own = await readOwnEvents(calendar);
		const { name } = brand();
		if (own === null) {
			const today = dayOf(wallClockAt(clock(), timeZone ?? 'UTC'));
			return signInNotice(today, { site: name, publicUrl });
		}
		const joined = new Set(own.joined.map(({ id }) => id));
		const byId = new Map([...own.wished, ...own.joined].map((event) => [event.id, event]));
		// Texts are left out, as in other lists: a thousand of them would be megabytes.
		const events = [...byId.values()].map((event) => ({ ...event, content: null }));
		const entries = events.map((event) => ({ event, isTentative: !joined.has(event.id) }));
		const stamp = hourOf(clock());
		return calendarOf(entries, { name, site: name, publicUrl, timeZone, refreshHours, stamp });
	};

	const documents = new LRUCache<string, string, OwnCalendar>({
		...cacheLimits,
		sizeCalculation: (document, key) => 2 * (document.length + key.length),
		ttlResolution: 0,
		perf: { now: clock },
		fetchMethod: (_key, _stale, { context }) => write(context),
	});

	app.get<{ Params: { file: string } }>(serverPatterns.ownCalendar, async (request, reply) => {
		const [, secret = ''] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? [];
		const calendar = secret === '' ? undefined : await calendars.find(secret);
		if (calendar === undefined) throw new ProblemError('not_found', 'There is nothing at this URL.');
		// A session that was attached since then is a reason to read the events again.
		const key = JSON.stringify([calendar.userId, calendar.sessionId]);
		const document = await documents.forceFetch(key, { context: calendar });
		return sendDocument(request, reply, document, { format: 'ics', maxAge: 900, isPrivate: true });
	});
}
