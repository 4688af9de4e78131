/** The secret URL of a person's own calendar: created, looked up and revoked by the signed-in person. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CalendarUrl } from '../../contract/bff-api/session.ts';
import { bffPath, bffPatterns } from '../../contract/paths.ts';
import { ProblemError } from '../http/problem.ts';
import type { Cookies } from '../session/cookies.ts';
import { newSecret } from '../session/encryption.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { CalendarLinks } from './calendar-links.ts';

export function addCalendarUrlRoutes(
	app: FastifyInstance,
	publicUrl: string,
	{ sessions, cookies, calendars }: { sessions: SessionStore; cookies: Cookies; calendars: CalendarLinks },
): void {
	const callerOf = async (request: FastifyRequest): Promise<{ userId: string; sessionId: string }> => {
		const sessionId = cookies.session(request);
		const session = sessionId === undefined ? undefined : await sessions.get(sessionId);
		if (sessionId === undefined || session === undefined)
			throw new ProblemError('signed_out', 'Please sign in first.');
		return { userId: session.userId, sessionId };
	};
	app.get(bffPatterns.calendar, async (request): Promise<CalendarUrl> => {
		const { userId, sessionId } = await callerOf(request);
		// The session that was attached may be over while this one is not.
		await calendars.attachSession(userId, sessionId);
		return { exists: await calendars.hasSecret(userId) };
	});
	app.post(bffPatterns.calendar, async (request): Promise<CalendarUrl> => {
		const { userId, sessionId } = await callerOf(request);
		if (userId === '')
			throw new ProblemError(
				'not_found',
				'The service does not say who you are, so your events are not known.',
			);
		const secret = newSecret();
		await calendars.setSecret(userId, secret, sessionId);
		return { exists: true, url: `${publicUrl}${bffPath.ownCalendar(secret)}` };
	});
	app.delete(bffPatterns.calendar, async (request): Promise<CalendarUrl> => {
		await calendars.revoke((await callerOf(request)).userId);
		return { exists: false };
	});
}
