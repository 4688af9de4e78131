/** Headers of calendars and feeds, which other sites may read. */
import type { FastifyReply } from 'fastify';
import { type FeedFormat, feedTypes } from '../../contract/bff-api/feeds.ts';

/** `maxAge` is in seconds; `isPrivate` marks a document about one user. */
export function setDocumentHeaders(
	reply: FastifyReply,
	{ format, maxAge, isPrivate = false }: { format: FeedFormat; maxAge: number; isPrivate?: boolean },
): void {
	reply
		.type(`${feedTypes[format]}; charset=utf-8`)
		.header('cache-control', `${isPrivate ? 'private' : 'public'}, max-age=${maxAge}`)
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('vary', 'accept-encoding');
}
