/** Reading without a token what is the same for everyone, in the form that the shared cache keeps (design §5). */
import type { FastifyBaseLogger } from 'fastify';
import { type Event, isPublic, readEvent } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { type List, readEventList, readLocList } from '../../contract/event/lists.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { type OperationName, operationPath, operations } from '../../contract/spec/operations.ts';
import { inParts } from '../http/in-parts.ts';
import { withBodyRoom } from '../http/large-bodies.ts';
import { nextTurnIfLong } from '../http/turns.ts';
import type { Service } from '../service/client.ts';
import { isIdentifierOf } from './identifier.ts';
import type { CachedResponse, EventInside } from './shared-cache.ts';
import { signInParts } from './sign-in-parts.ts';
import type { SignPictures } from './sign-pictures.ts';
import type { TokenNeeds } from './token-needs.ts';
import { cutList, elementsById, withoutCallerFields } from './wire-body.ts';

/**
 * Fetches a response without a token, cut, with its pictures signed, and serialised. An event is without what the service
 * says of the caller: people get the same copy, and what it says of a stranger says nothing of them.
 *
 * @param path below {base_url}, with its query
 * @returns the response; for a list of events also each event that it contains whole
 * @throws ProblemError as the service's `call`
 */
export type PublicRead = (name: OperationName, path: string) => Promise<CachedResponse>;

/** Events that are written out before other work may go first: each may have 200,000 characters. */
const partSize = 20;

const insideOf = (event: Event): EventInside => ({ id: event.id, isPublic: isPublic(event) });

/** Whether an element of a list is as complete as the response for that event alone, which then need not be fetched. */
const isWhole = ({ id, content, owner }: Event) =>
	content !== null && owner !== null && isIdentifierOf(operations.getEvent, id);

/**
 * @param tokenNeeds takes note of every response
 * @param log for what cannot be read, once per response of the service
 */
export function createPublicRead(
	service: Service,
	signPictures: SignPictures,
	tokenNeeds: TokenNeeds,
	log: Pick<FastifyBaseLogger, 'info'>,
): PublicRead {
	/** @returns null for a body that cannot be read; it is passed on as it is */
	const readBody = <Value>(path: string, read: () => Value): Value | null => {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof UnreadableError)) throw error;
			log.info({ path, reason: error.message }, 'the body of a response cannot be read');
			return null;
		}
	};
	const readElements = <Item>(path: string, read: () => List<Item>): Item[] => {
		const list = readBody(path, read);
		if (list !== null && list.dropped.length > 0)
			log.info(
				{ path, count: list.dropped.length, reason: list.dropped[0] },
				'elements of a list cannot be read and are left out',
			);
		return list?.items ?? [];
	};

	const read = async (name: OperationName, path: string, body: unknown): Promise<Partial<CachedResponse>> => {
		const { returns } = operations[name];
		if (returns === 'Event') {
			const event = readBody(path, () => readEvent(body));
			return { events: event === null ? [] : [insideOf(event)] };
		}
		if (returns === 'LocList') readElements(path, () => readLocList(body));
		if (returns !== 'EventList') return {};
		const events = readElements(path, () => readEventList(body));
		const elements = elementsById(body);
		const alongside: { path: string; response: CachedResponse }[] = [];
		for await (const part of inParts(events.filter(isWhole), partSize))
			for (const event of part)
				alongside.push({
					path: operationPath('getEvent', { id: event.id }),
					response: {
						status: 200,
						body: JSON.stringify(withoutCallerFields(elements.get(event.id))),
						events: [insideOf(event)],
					},
				});
		return { events: events.map(insideOf), alongside };
	};

	return (name, path) =>
		withBodyRoom(async (room) => {
			const {
				status,
				body: received,
				error,
				retryAfter,
			} = await service.call('GET', path, undefined, { room });
			const code = error?.code;
			tokenNeeds.see(name, { status, code });
			const isClosed = meaningOf({ status, code }) === 'closed' && tokenNeeds.includes(name);
			// A response may have megabytes, and each step looks at all of it.
			await nextTurnIfLong();
			const body = await signInParts(signPictures, received);
			await nextTurnIfLong();
			const inside = status === 200 ? await read(name, path, body) : {};
			await nextTurnIfLong();
			const isEvent = status === 200 && operations[name].returns === 'Event';
			const { body: cut, wasCut } = cutList(isEvent ? withoutCallerFields(body) : body);
			return {
				status,
				body: JSON.stringify(cut ?? null),
				code,
				...(isClosed ? { isClosed } : {}),
				...(error !== undefined && retryAfter !== undefined ? { retryAfter } : {}),
				wasCut,
				...inside,
			};
		});
}
