/** Sending calendars and feeds, which other sites may read too. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FeedFormat, feedTypes } from '../../contract/paths.ts';
import { etagOf, sendNotModified } from '../http/etag.ts';
import { encodeBody } from '../reads/encoded-body.ts';

/** Hours after which a subscriber should fetch a calendar again. */
export const refreshHours = 6;

/** A calendar or feed as text, and its entity tag. */
export interface WrittenDocument {
	readonly body: string;
	readonly etag: string;
}

export const writtenDocument = (body: string): WrittenDocument => ({ body, etag: etagOf(body) });

/**
 * A document that is sent many times is compressed once.
 *
 * @param maxAge seconds for which a client need not ask again; private where the document is one person's
 */
export async function sendDocument(
	request: FastifyRequest,
	reply: FastifyReply,
	document: WrittenDocument,
	{ format, maxAge, isPrivate = false }: { format: FeedFormat; maxAge: number; isPrivate?: boolean },
): Promise<FastifyReply> {
	reply
		.type(`${feedTypes[format]}; charset=utf-8`)
		.header('cache-control', `${isPrivate ? 'private' : 'public'}, max-age=${maxAge}`)
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('vary', 'accept-encoding');
	const current = sendNotModified(request, reply, document.etag);
	if (current !== null) return current;
	const { encoding, bytes } = await encodeBody(document, request.headers['accept-encoding']);
	if (encoding !== 'identity') reply.header('content-encoding', encoding);
	return reply.send(bytes);
}
