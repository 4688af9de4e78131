/** Sends the sandbox's own pages: no scripts, no frames, forms to itself and to the application's redirect URI. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Application } from '../applications.ts';
import { pageStyle } from './html.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** Tells other sites nothing. With `no-referrer`, browsers would send `Origin: null` with the forms of these pages. */
const referrerPolicy = 'same-origin';

/** Browsers apply `form-action` to the redirect after a form too. A custom scheme has no origin. */
function formTarget({ redirectUri }: Application): string {
	const { origin, protocol } = new URL(redirectUri);
	return origin === 'null' ? protocol : origin;
}

/** @param application whose request the page belongs to */
export function sendPage(
	reply: FastifyReply,
	html: string,
	{ application, status = 200 }: { application?: Application; status?: number } = {},
): FastifyReply {
	const target = application === undefined ? '' : ` ${formTarget(application)}`;
	return reply
		.code(status)
		.header('content-type', 'text/html; charset=utf-8')
		.header(
			'content-security-policy',
			`default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
		)
		.header('x-content-type-options', 'nosniff')
		.header('x-frame-options', 'DENY')
		.header('referrer-policy', referrerPolicy)
		.header('cache-control', 'no-store')
		.send(html);
}
