/** Entity tags and 304 (RFC 9110 §8.8.3, §13.1.2): the one place for every document that the BFF writes itself. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a request already has the document. Tags are compared weakly, as §13.1.2 asks. */
function hasCurrent({ headers }: FastifyRequest, etag: string): boolean {
	const known = headers['if-none-match'];
	if (known === undefined) return false;
	const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
	return known.trim() === '*' || known.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/**
 * Sends a document with an entity tag, or 304 without a body when the request already has it. The tag is weak, since
 * the same document is sent with different content encodings. Status and the other headers are set before.
 */
export function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
	const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
	reply.header('etag', etag);
	if (reply.statusCode === 200 && hasCurrent(request, etag))
		return reply.code(304).removeHeader('content-type').send();
	return reply.send(body);
}
