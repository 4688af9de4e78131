/** A 401 means that there is no session any more: the browser that sent its cookie must not keep it, or anything of it. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import type { Cookies } from '../session/cookies.ts';

export function clearEndedSessions(app: FastifyInstance, cookies: Cookies): void {
	app.addHook('onError', async (request, reply, error) => {
		const isOver = error instanceof ProblemError && error.problem.status === 401;
		if (isOver && cookies.session(request) !== undefined) cookies.clearSession(reply);
	});
}
