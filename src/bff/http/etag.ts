/** Entity tags and 304 (RFC 9110 §8.8.3, §13.1.2) for documents that the BFF generates. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shortHash } from '../hash.ts';

function hasCurrent({ headers }: FastifyRequest, etag: string): boolean {
	const known = headers['if-none-match'] ?? '';
	const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
	return known.trim() === '*' || known.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** A weak tag, because a document is sent in several content encodings. */
export const etagOf = (body: string): string => `W/"${shortHash(body)}"`;

/** Sets the entity tag, and sends 304 if the client has the document. @returns null if the client doesn't have it */
export function sendNotModified(
	request: FastifyRequest,
	reply: FastifyReply,
	etag: string,
): FastifyReply | null {
	reply.header('etag', etag);
	if (reply.statusCode !== 200 || !hasCurrent(request, etag)) return null;
	return reply.code(304).removeHeader('content-type').send();
}

/** Sends the document, or 304 if the client has it. Set the status and other headers before. */
export const sendWithEtag = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply =>
	sendNotModified(request, reply, etagOf(body)) ?? reply.send(body);
