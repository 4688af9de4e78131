/** What search engines are told: robots.txt and sitemap.xml. Private events are in neither. */
import type { FastifyInstance } from 'fastify';
import type { PublicReader } from '../proxy/public-reader.ts';
import type { SharedCache } from '../proxy/shared-cache.ts';
import type { BffSettings } from '../settings.ts';
import { escapeHtml } from './template.ts';

/** The protocol's limit is 50,000 addresses; events known at this moment are a sample anyway. */
const mostEvents = 5_000;

const closed = [
	'/me/',
	'/callback',
	'/settings',
	'/developers',
	'/auth/',
	'/api/',
	'/feeds/mine/',
	'/search/',
];

export function addCrawlerRoutes(
	app: FastifyInstance,
	{ publicUrl }: Pick<BffSettings, 'publicUrl'>,
	reader: PublicReader,
	cache: SharedCache,
): void {
	app.get('/robots.txt', async (_request, reply) =>
		reply
			.header('cache-control', 'public, max-age=3600')
			.type('text/plain; charset=utf-8')
			.send(
				[
					'User-agent: *',
					...closed.map((path) => `Disallow: ${path}`),
					'',
					`Sitemap: ${publicUrl}/sitemap.xml`,
					'',
				].join('\n'),
			),
	);
	app.get('/sitemap.xml', async (_request, reply) => {
		const locs = await reader.locs();
		const paths = [
			'/cities',
			...locs
				.filter(({ habitable }) => habitable !== 'no')
				.map(({ uid }) => `/cities/${encodeURIComponent(uid)}`),
			...cache.listedEvents(mostEvents).map((id) => `/events/${encodeURIComponent(id)}`),
		];
		const urls = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
		return reply
			.header('cache-control', 'public, max-age=3600')
			.type('application/xml; charset=utf-8')
			.send(
				`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
			);
	});
}
