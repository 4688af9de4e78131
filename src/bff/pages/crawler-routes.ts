/** Routes for robots.txt and sitemap.xml. */
import { escapeUTF8 as escapeHtml } from 'entities';
import type { FastifyInstance } from 'fastify';
import { isCity } from '../../contract/event/loc.ts';
import { apiPrefix, bffPatterns, pagePath, pagePatterns, serverPatterns } from '../../contract/paths.ts';
import { sendCached } from '../cache/document-cache.ts';
import type { Parts } from '../parts.ts';
import { hasReason } from '../problems/problem.ts';

/** The sitemap protocol allows 50,000 URLs, but this process knows only some of the events. */
const maxEvents = 5_000;

const folderOf = (pattern: string) => `/${pattern.split('/')[1]}/`;

/** Paths that crawlers must not request: personal pages, and URLs that are not pages. */
const closed = [
	folderOf(pagePatterns.me),
	pagePatterns.callback,
	pagePatterns.settings,
	pagePatterns.developers,
	folderOf(bffPatterns.session),
	`${apiPrefix}/`,
	folderOf(bffPatterns.search),
];

export function addCrawlerRoutes(
	app: FastifyInstance,
	{ settings: { publicUrl }, reader, sharedReads, documents }: Parts,
): void {
	app.get(serverPatterns.robots, async (_request, reply) =>
		reply
			.header('cache-control', 'public, max-age=3600')
			.type('text/plain; charset=utf-8')
			.send(
				[
					'User-agent: *',
					...closed.map((path) => `Disallow: ${path}`),
					'',
					`Sitemap: ${publicUrl}${serverPatterns.sitemap}`,
					'',
				].join('\n'),
			),
	);
	const readPaths = async () => {
		// If only signed-in people may see the cities, the sitemap lists none.
		const locs = await reader.locs().catch((error: unknown) => {
			if (hasReason(error, 'sign_in_required')) return [];
			throw error;
		});
		return [
			pagePatterns.cities,
			...locs.filter(isCity).map(({ uid }) => pagePath.city(uid)),
			...sharedReads
				.knownEvents()
				.take(maxEvents)
				.map(({ id }) => pagePath.event(id)),
		];
	};
	const writeSitemap = (paths: readonly string[]) => {
		const urls = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
		const document = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
		return { document };
	};
	app.get(serverPatterns.sitemap, async (request, reply) => {
		const sitemap = await documents.get(['sitemap'], { read: readPaths, write: writeSitemap });
		reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8');
		return sendCached(request, reply, sitemap);
	});
}
