import type { FastifyBaseLogger } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import type { Call } from '../../contract/spec/call.ts';
import { paging } from '../../contract/spec/filters.ts';
import type { ServiceResponse } from '../upstream/client.ts';
import type { ParseResponse } from './parse-response.ts';
import { readPages } from './read-pages.ts';
import { serviceRejection } from './service-rejection.ts';
import { withoutTexts } from './shared-reads.ts';

/** Each page costs one call of the user's hourly limit. */
const maxPages = 10;

export type OwnListName = 'listParticipatedEvents' | 'listWishedEvents';
export type SendOwnList = (call: Call<OwnListName>) => Promise<ServiceResponse>;

/**
 * Reads a user's events that are not over, without texts, which take megabytes for a thousand events.
 * @throws ProblemError sign_in_required, or the problem for the service's rejection; whatever `send` throws
 */
export async function readOngoing(
	{ send, parse, log }: { send: SendOwnList; parse: ParseResponse; log: Pick<FastifyBaseLogger, 'warn'> },
	operation: OwnListName,
	id: string,
): Promise<Event[]> {
	const readPage = async (start: number, count: number) => {
		const call: Call<OwnListName> = { operation, parameters: { id, status: 'ongoing', start, count } };
		const { status, readBody, error } = await send(call);
		if (error !== undefined) throw serviceRejection({ status, code: error.code });
		return parse(call, readBody);
	};
	const pages = readPages({ operation, log, max: maxPages * paging.maxCount, maxPages, readPage });
	const events: Event[] = [];
	for await (const { page } of pages) events.push(...page.items.map(withoutTexts));
	return events;
}
