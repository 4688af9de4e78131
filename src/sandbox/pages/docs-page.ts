/** The service's documentation: `/docs` for people, `/openapi.json` for tools. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import markdownIt from 'markdown-it';
import { openApiDocument } from '../../contract/spec/openapi.ts';
import { escapeHtml, htmlPage, sendPage } from './html.ts';

const markdown = markdownIt();
// A wide table scrolls on its own, by keyboard, too. Its first column's heading names it.
markdown.renderer.rules.table_open = (tokens, index) => {
	const name = tokens.slice(index).find(({ type }) => type === 'inline')?.content ?? '';
	return `<div class="table" role="region" aria-label="${escapeHtml(name)}" tabindex="0"><table>`;
};
markdown.renderer.rules.table_close = () => '</table></div>';

const folder = path.resolve(import.meta.dirname, '../../../docs');
const render = (page: string): string =>
	markdown.render(readFileSync(path.join(folder, page), 'utf8')).replaceAll('href="gaps.md"', 'href="#gaps"');

const docsPage = (origin: string): string =>
	htmlPage(
		'en',
		'Local events – API',
		`<p>The API of this sandbox at <code>${escapeHtml(origin)}</code>. For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). See and withdraw what you have allowed: <a href="/sandbox/consents">consents</a>.</p>
${render('specification.md')}<section id="gaps">${render('gaps.md')}</section>`,
		'document',
	);

export function addDocsRoutes(app: FastifyInstance, ownOrigin: () => string): void {
	app.get('/openapi.json', async () => openApiDocument(ownOrigin(), ownOrigin()));
	let page: string | undefined;
	app.get('/docs', async (_request, reply) => {
		page ??= docsPage(ownOrigin());
		return sendPage(reply, page);
	});
}
