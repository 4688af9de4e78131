/** The service's documents: `/openapi.json` for programs, `/docs` for people. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../contract/openapi.ts';
import { docsPage, docsStyle } from './page.ts';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** @param publicOrigin asked for at each answer, since the port is known only once the sandbox listens */
export function addDocsRoutes(app: FastifyInstance, publicOrigin: () => string): void {
	app.get('/openapi.json', async () => openApiDocument(publicOrigin(), publicOrigin()));
	app.get('/docs', async (_request, reply) =>
		reply
			.type('text/html; charset=utf-8')
			.header(
				'content-security-policy',
				`default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
			)
			.header('x-content-type-options', 'nosniff')
			.send(docsPage(publicOrigin())),
	);
}
