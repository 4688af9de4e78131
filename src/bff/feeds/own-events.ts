/** The events that a person has joined or is interested in, private ones too, read with the person's own token. */
import type { Event } from '../../contract/event/event.ts';
import { type List, nextStart } from '../../contract/event/lists.ts';
import type { Call } from '../../contract/spec/call.ts';
import { paging } from '../../contract/spec/filters.ts';
import { ProblemError } from '../http/problem.ts';
import { type Caller, createCallerOf } from '../reads/caller.ts';
import type { ParseResponse } from '../reads/parse-response.ts';
import { isSignInRequired, serviceRejection } from '../reads/service-rejection.ts';
import type { PersonCalls } from '../session/person-calls.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Upstream } from '../upstream/client.ts';
import type { OwnCalendar } from './calendar-links.ts';

export interface OwnEvents {
	joined: Event[];
	wished: Event[];
}

/** Pages of each list that are read at most: every page is a call from the person's hourly limit. */
const maxPages = 10;

type ListName = 'listParticipatedEvents' | 'listWishedEvents';

/** @returns what reads a person's events: null when the person has to sign in again */
export function createOwnEventReader({
	upstream,
	sessions,
	personCalls,
	parse,
}: {
	upstream: Upstream;
	sessions: Pick<SessionStore, 'get'>;
	personCalls: PersonCalls;
	parse: ParseResponse;
}): (calendar: OwnCalendar) => Promise<OwnEvents | null> {
	const callerOf = createCallerOf({ sessions, personCalls });

	/** Every page of a list. @throws ProblemError sign_in_required, or what else the service's rejection means */
	const readAll = async (send: Caller['call'], operation: ListName, id: string): Promise<Event[]> => {
		const pages: List<Event>[] = [];
		let start: number | undefined = 0;
		while (start !== undefined && pages.length < maxPages) {
			const call: Call<ListName> = {
				operation,
				parameters: { id, status: 'ongoing', start, count: paging.maxCount },
			};
			const { status, body, error } = await send(call);
			if (error !== undefined) throw serviceRejection({ status, code: error.code });
			pages.push(parse(call, body));
			start = nextStart(pages, start);
		}
		return pages.flatMap(({ items }) => items);
	};
	const readBoth = async (send: Caller['call'], userId: string): Promise<OwnEvents> => {
		const [joined, wished] = await Promise.all([
			readAll(send, 'listParticipatedEvents', userId),
			readAll(send, 'listWishedEvents', userId),
		]);
		return { joined, wished };
	};
	/** @returns undefined without a session that goes on */
	const readWithSession = async ({ userId, sessionId }: OwnCalendar): Promise<OwnEvents | undefined> => {
		if (sessionId === undefined) return undefined;
		try {
			return await readBoth(callerOf(sessionId).call, userId);
		} catch (error) {
			if (error instanceof ProblemError && error.problem.status === 401) return undefined;
			throw error;
		}
	};
	return async (calendar) => {
		try {
			const own = await readWithSession(calendar);
			return own ?? (await readBoth((call) => upstream.call(call), calendar.userId));
		} catch (error) {
			if (isSignInRequired(error)) return null;
			throw error;
		}
	};
}
