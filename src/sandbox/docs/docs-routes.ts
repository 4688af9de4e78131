/** The documents of the service: `/openapi.json` for tools, `/docs` for people. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../contract/spec/openapi.ts';
import { docsPage, docsStyle } from './docs-page.ts';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** @param publicOrigin called for each response, since the port is not known before the sandbox listens */
export function addDocsRoutes(app: FastifyInstance, publicOrigin: () => string): void {
	app.get('/openapi.json', async () => openApiDocument(publicOrigin(), publicOrigin()));
	app.get('/docs', async (_request, reply) =>
		reply
			.type('text/html; charset=utf-8')
			.header(
				'content-security-policy',
				`default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
			)
			.header('x-content-type-options', 'nosniff')
			.send(docsPage(publicOrigin())),
	);
}
