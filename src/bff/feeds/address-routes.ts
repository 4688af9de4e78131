/** The secret address of one's own calendar: made, seen to be there, and taken back by the signed-in person. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CalendarAddress } from '../../contract/session.ts';
import { ProblemError } from '../problem.ts';
import type { Cookies } from '../session/cookies.ts';
import { newSecret } from '../session/encryption.ts';
import type { SessionStore } from '../session/session.ts';
import type { CalendarStore } from './calendar-store.ts';

export function addCalendarAddressRoutes(
	app: FastifyInstance,
	publicUrl: string,
	{ store, cookies, calendars }: { store: SessionStore; cookies: Cookies; calendars: CalendarStore },
): void {
	const userOf = async (request: FastifyRequest): Promise<string> => {
		const id = cookies.session(request);
		const session = id === undefined ? undefined : await store.get(id);
		if (session === undefined) throw new ProblemError('signed_out', 'Please sign in first.');
		return session.userId;
	};
	app.get(
		'/auth/calendar',
		async (request): Promise<CalendarAddress> => ({
			exists: await calendars.hasAddress(await userOf(request)),
		}),
	);
	app.post('/auth/calendar', async (request): Promise<CalendarAddress> => {
		const userId = await userOf(request);
		const secret = newSecret();
		await calendars.setAddress(userId, secret);
		return { exists: true, address: `${publicUrl}/feeds/mine/${secret}.ics` };
	});
	app.delete('/auth/calendar', async (request): Promise<CalendarAddress> => {
		await calendars.revoke(await userOf(request));
		return { exists: false };
	});
}
