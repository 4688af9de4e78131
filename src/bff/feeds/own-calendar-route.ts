/** The calendar of a person's own events, behind a secret URL (`/feeds/mine/:secret.ics`). */
import type { FastifyInstance } from 'fastify';
import { dayOf, wallClockAt } from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import { calendarOf } from './calendar.ts';
import { calendarEntries } from './calendar-entries.ts';
import type { CalendarStore, OwnCalendar } from './calendar-store.ts';
import { createDocumentCache } from './document-cache.ts';
import type { OwnEvents } from './own-events.ts';
import { refreshHours, sendDocument } from './send-document.ts';
import { signInNotice } from './sign-in-notice.ts';

/** Milliseconds for which a calendar is kept, or the problem with it: anyone with the URL can request it at any rate. */
const lifetimes = { document: 300_000, problem: 30_000 };
/** Bytes of the calendars that are kept. */
const maxBytes = 64 * 1024 * 1024;

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
		calendars: CalendarStore;
		/** Milliseconds since 1970. */
		clock: () => number;
	},
): void {
	const write = async (calendar: OwnCalendar): Promise<string> => {
		const own = await readOwnEvents(calendar);
		const { name } = brand();
		if (own === null) {
			const today = dayOf(wallClockAt(clock(), timeZone ?? 'UTC'));
			return signInNotice(today, { name, publicUrl, refreshHours });
		}
		const joined = new Set(own.joined.map(({ id }) => id));
		const byId = new Map([...own.wished, ...own.joined].map((event) => [event.id, event]));
		// Texts are left out, as in other lists: a thousand of them would be megabytes.
		const events = [...byId.values()].map((event) => ({ ...event, content: null }));
		const entries = (await calendarEntries(calendars, events)).map((entry) => ({
			...entry,
			isTentative: !joined.has(entry.event.id),
		}));
		return calendarOf(entries, { name, site: name, publicUrl, timeZone, refreshHours });
	};

	const documents = createDocumentCache<OwnCalendar>({ maxBytes, lifetimes, clock, write });

	app.get<{ Params: { file: string } }>(serverPatterns.ownCalendar, async (request, reply) => {
		const [, secret = ''] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? [];
		const calendar = secret === '' ? undefined : await calendars.find(secret);
		if (calendar === undefined) throw new ProblemError('not_found', 'There is nothing at this URL.');
		// A session that was attached since then is a reason to read the events again.
		const key = JSON.stringify([calendar.userId, calendar.sessionId, brand().name]);
		const document = await documents.get(key, calendar);
		return sendDocument(request, reply, document, { format: 'ics', maxAge: 900, isPrivate: true });
	});
}
