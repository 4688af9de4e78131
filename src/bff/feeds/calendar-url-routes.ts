/** Creates and revokes the secret URL of the signed-in user's calendar, and says whether there is one. */
import type { FastifyInstance } from 'fastify';
import type { CalendarUrl } from '../../contract/bff-api/session.ts';
import { bffPath, bffPatterns } from '../../contract/paths.ts';
import type { Parts } from '../parts.ts';
import { preferencesOf } from '../problems/preferences.ts';
import { ProblemError } from '../problems/problem.ts';
import type { CalendarLinks } from './calendar-links.ts';

export function addCalendarUrlRoutes(
	app: FastifyInstance,
	{ settings: { publicUrl }, brand, callers }: Parts,
	calendars: CalendarLinks,
): void {
	app.get(bffPatterns.calendar, async (request): Promise<CalendarUrl> => {
		const { userId, sessionId } = await callers.require(request);
		// The session attached before may have ended.
		await calendars.attachSession(userId, sessionId);
		return { exists: await calendars.exists(userId) };
	});
	app.post(bffPatterns.calendar, async (request): Promise<CalendarUrl> => {
		const { userId, sessionId } = await callers.require(request);
		if (userId === '')
			throw new ProblemError(
				'not_found',
				'The service does not say who you are, so your events are unknown.',
			);
		const secret = await calendars.create(userId, sessionId);
		const { locale } = preferencesOf(request, brand().locale);
		return { exists: true, url: `${publicUrl}${bffPath.ownCalendar(secret, locale)}` };
	});
	app.delete(bffPatterns.calendar, async (request): Promise<CalendarUrl> => {
		await calendars.revoke((await callers.require(request)).userId);
		return { exists: false };
	});
}
