/** Sending the sandbox's own pages: no script, no frame, forms to itself and to the application's redirect URI. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Application } from '../applications.ts';
import { pageStyle } from './pages.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** Where a form may lead: browsers hold the redirect after a form to it too. Custom schemes have no origin. */
function formTarget({ redirectUri }: Application): string {
	const { origin, protocol } = new URL(redirectUri);
	return origin === 'null' ? protocol : origin;
}

/** @param application whose request the page belongs to */
export function sendPage(
	reply: FastifyReply,
	html: string,
	application?: Application,
	status = 200,
): FastifyReply {
	const target = application === undefined ? '' : ` ${formTarget(application)}`;
	return reply
		.code(status)
		.header('content-type', 'text/html; charset=utf-8')
		.header(
			'content-security-policy',
			`default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
		)
		.header('x-frame-options', 'DENY')
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.send(html);
}
