/** The events that a person has joined or is interested in, private ones too, read with the person's own token. */
import type { FastifyBaseLogger } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { type List, nextStart, readEventList } from '../../contract/event/lists.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { paging } from '../../contract/spec/filters.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { ProblemError } from '../http/problem.ts';
import type { Service, ServiceResponse } from '../service/client.ts';
import { sessionOver } from '../service/refresh.ts';
import { rejectionProblem } from '../service/rejection-problem.ts';
import type { SessionCalls } from '../service/session-calls.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { OwnCalendar } from './calendar-store.ts';

export interface OwnEvents {
	joined: Event[];
	wished: Event[];
}

/** Pages of each list that are read at most: every page is a call from the person's hourly limit. */
const maxPages = 10;

const asksForSignIn = ({ status, error }: ServiceResponse) =>
	meaningOf({ status, code: error?.code }) === 'closed';

/** Thrown inside this file when a service wants the person to sign in. */
class SignInNeeded extends Error {}

type Call = (path: string) => Promise<ServiceResponse>;

export function createOwnEventReader({
	service,
	store,
	sessionCalls,
	log,
}: {
	service: Service;
	store: SessionStore;
	sessionCalls: SessionCalls;
	log: Pick<FastifyBaseLogger, 'warn'>;
}): (calendar: OwnCalendar) => Promise<OwnEvents | null> {
	const readPage = ({ status, body, error }: ServiceResponse): List<Event> => {
		if (status !== 200) throw rejectionProblem({ status, code: error?.code });
		try {
			return readEventList(body);
		} catch (cause) {
			if (!(cause instanceof UnreadableError)) throw cause;
			throw new ProblemError(
				'service_invalid_response',
				'The service sent a list that cannot be read.',
				undefined,
				cause,
			);
		}
	};

	/** Every page of a list. @throws SignInNeeded */
	const readAll = async (
		call: Call,
		name: 'listParticipatedEvents' | 'listWishedEvents',
		id: string,
	): Promise<Event[]> => {
		const pages: List<Event>[] = [];
		let start: number | undefined = 0;
		while (start !== undefined && pages.length < maxPages) {
			const path = operationPath(name, { id, status: 'ongoing', start, count: paging.maxCount });
			const response = await call(path);
			if (asksForSignIn(response)) throw new SignInNeeded();
			const page = readPage(response);
			if (page.dropped.length > 0) log.warn({ path, dropped: page.dropped }, 'events that cannot be read');
			pages.push(page);
			start = nextStart(pages, start);
		}
		return pages.flatMap(({ items }) => items);
	};

	const readBoth = async (call: Call, userId: string): Promise<OwnEvents> => {
		const [joined, wished] = await Promise.all([
			readAll(call, 'listParticipatedEvents', userId),
			readAll(call, 'listWishedEvents', userId),
		]);
		return { joined, wished };
	};

	const callAs =
		(sessionId: string): Call =>
		async (path) => {
			const session = await store.get(sessionId);
			if (session === undefined) throw sessionOver('session_expired');
			return sessionCalls.call(sessionId, session, 'GET', path);
		};
	const callWithoutToken: Call = (path) => service.call('GET', path, undefined);

	const readWithSession = async ({ userId, sessionId }: OwnCalendar): Promise<OwnEvents | undefined> => {
		if (sessionId === undefined) return undefined;
		try {
			return await readBoth(callAs(sessionId), userId);
		} catch (error) {
			const isOver = error instanceof ProblemError && error.problem.status === 401;
			if (isOver) return undefined;
			throw error;
		}
	};

	return async (calendar) => {
		try {
			return (await readWithSession(calendar)) ?? (await readBoth(callWithoutToken, calendar.userId));
		} catch (error) {
			if (error instanceof SignInNeeded) return null;
			throw error;
		}
	};
}
