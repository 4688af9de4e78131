/** Other sites may read calendars and feeds. */
import type { FastifyReply } from 'fastify';
import { type FeedFormat, feedTypes } from '../../contract/paths.ts';

/** A stable timestamp for documents. */
export const hourOf = (nowMs: number): number => nowMs - (nowMs % 3_600_000);

/** @param maxAge seconds */
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
