/** The HTML of every page (design §8): the app's shell with head tags, and the data and HTML of its first view inside. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicBrand } from '../../contract/bff-api/brand.ts';
import type { PageData, PublicSettings } from '../../contract/bff-api/page-data.ts';
import type { PageKind } from '../../contract/bff-api/web-vitals.ts';
import { type Day, dayOf, wallClockAt } from '../../contract/event/wall-clock.ts';
import {
	defaultFilters,
	hasFilters,
	type ListFilters,
	type MatchedPage,
	matchPage,
	pagePath,
	pagePatterns,
	readFilters,
} from '../../contract/paths.ts';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { type CurrentBrand, publicBrand } from '../brand/brand.ts';
import { escapeJson } from '../http/escape.ts';
import { sendNotModified } from '../http/etag.ts';
import { preferencesOf } from '../http/preferences.ts';
import { ProblemError, sendProblem } from '../http/problem.ts';
import type { ContentSecurityPolicy } from '../http/security-headers.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import type { BffSettings } from '../settings.ts';
import { readChunks } from './chunks.ts';
import type { PageCache } from './page-cache.ts';
import { createContentReader, type PageContent } from './page-content.ts';
import { readRender } from './render.ts';
import { readTemplate } from './template.ts';

function publicSettings(settings: BffSettings, brand: PublicBrand): PublicSettings {
	return {
		brand,
		authorization_endpoint: `${settings.eventsAuthUrl}${authorizationPaths.authorize}`,
		client_id: settings.clientId,
		redirect_uri: `${settings.publicUrl}${pagePatterns.callback}`,
		scope: settings.scope,
		pkce: settings.pkce,
		time_zone: settings.timeZone,
		map_tile_url: settings.mapTileUrl,
		...(settings.mapAttribution === undefined ? {} : { map_attribution: settings.mapAttribution }),
		sandbox: settings.sandboxControl !== undefined,
		service: { base_url: settings.eventsBaseUrl, auth_url: settings.eventsAuthUrl },
	};
}

/** Today at the service, where its zone is known. */
const todayOf = ({ timeZone, clock = Date.now }: BffSettings): Day | null =>
	timeZone === null ? null : dayOf(wallClockAt(clock(), timeZone));

/** @param filters of a city's list; null for its front page */
function pageKindOf(match: MatchedPage | null, filters: ListFilters | null): PageKind {
	if (match === null) return 'none';
	if (match.page !== 'city') return match.page;
	return filters === null ? 'front' : 'list';
}

/** Whether the first view at a URL is rendered here where its data is public. Other pages depend on the person. */
function isRenderable({ page }: MatchedPage, filters: ListFilters | null): boolean {
	if (page === 'cities' || page === 'home') return true;
	const { view, sort, q } = filters ?? defaultFilters;
	const isList = view === defaultFilters.view && sort === defaultFilters.sort && q === defaultFilters.q;
	return (page === 'city' || page === 'event') && isList;
}

const hasData = ({ locs, front, responses }: PageContent): boolean =>
	locs !== null || front !== null || Object.keys(responses).length > 0;

/** The parts of a URL that its HTML depends on, so that invented parameters do not cost a render each. */
function renderedUrl(
	{ page, params: { uid = '', id = '' } }: MatchedPage,
	filters: ListFilters | null,
): string {
	if (page === 'city')
		return pagePath.city(uid, filters === null ? {} : { dayType: filters.dayType, type: filters.type });
	return page === 'event' ? pagePath.event(id) : pagePatterns[page];
}

/** What a page that the browser renders depends on. */
const canonicalKey = ({ page, params }: MatchedPage, filters: ListFilters | null) =>
	JSON.stringify([page, params, page === 'city' ? filters : null]);

/** When a page that could not be provided may be there. */
const retryAfterSeconds = 10;

/** Path and query as they were sent: `//x` is a path here, not an origin. */
function readUrl({ raw }: FastifyRequest): { pathname: string; query: string } {
	const [pathname = '/', query = ''] = (raw.url ?? '/').split(/\?(.*)/s);
	return { pathname, query };
}

export async function addPageRoutes(
	app: FastifyInstance,
	settings: BffSettings,
	{
		brand,
		reader,
		pages,
		policyOf,
	}: { brand: CurrentBrand; reader: PublicReader; pages: PageCache; policyOf: ContentSecurityPolicy },
): Promise<void> {
	const chunkTags = readChunks(settings.webDir);
	const template = readTemplate(settings.webDir);
	const render = await readRender(settings.webDir, (error) =>
		app.log.error({ err: error }, 'a page could not be rendered'),
	);
	const readContent = createContentReader(settings, reader, app.log);

	const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
		const { pathname, query } = readUrl(request);
		const match = matchPage(pathname);
		const isFront = match?.page === 'city' && !hasFilters(query);
		const filters = isFront ? null : readFilters(query);
		const shown = brand();
		const { locale, theme, hourCycle, city } = preferencesOf(request, shown.locale);
		const home = match?.page === 'home' ? (city ?? shown.city) : null;
		if (home !== null)
			return reply
				.header('cache-control', 'no-store')
				.header('vary', 'cookie')
				.redirect(pagePath.city(home), 302);
		const today = todayOf(settings);
		const url = match !== null && isRenderable(match, filters) ? renderedUrl(match, filters) : null;
		const make = async () => {
			const content = await readContent(match, filters, { locale, brand: shown });
			const { status, head, loc, locs, front, responses, standIn } = content;
			const page: PageData = {
				settings: publicSettings(settings, publicBrand(shown, locale)),
				loc,
				locs,
				front,
				responses,
				today,
				hourCycle,
				reportAs: settings.webVitals ? pageKindOf(status >= 400 ? null : match, filters) : null,
			};
			const html = url !== null && hasData(content) ? await render({ url, locale, page }) : null;
			const pageTags = match === null ? [] : chunkTags(isFront ? 'front' : match.page);
			const tags = [...shown.headTags[locale], ...pageTags, ...head.tags];
			const data = escapeJson(page);
			const { document, inline } = template({ ...head, tags }, { data, locale, theme, html, standIn });
			const policy = policyOf({ ...inline, styles: [...inline.styles, shown.style] });
			return { status, document, policy, responses: Object.keys(responses) };
		};
		const look = [locale, theme, hourCycle, shown.version, today];
		const key = JSON.stringify([match === null ? null : (url ?? canonicalKey(match, filters)), ...look]);
		const { status, policy, etag, encoding, bytes } = await pages.get(
			key,
			request.headers['accept-encoding'],
			make,
		);
		reply
			.code(status)
			.type('text/html; charset=utf-8')
			.header('content-security-policy', policy)
			// The URL of a callback has a code in it.
			.header('cache-control', match?.page === 'callback' || status >= 500 ? 'no-store' : 'no-cache')
			.header('vary', 'accept-encoding, accept-language, cookie');
		if (status === 503) reply.header('retry-after', String(retryAfterSeconds));
		const current = sendNotModified(request, reply, etag);
		if (current !== null) return current;
		if (encoding !== 'identity') reply.header('content-encoding', encoding);
		return reply.send(bytes);
	};

	for (const pattern of Object.values(pagePatterns)) app.get(pattern, sendPage);
	app.setNotFoundHandler((request, reply) => {
		const { pathname, query } = readUrl(request);
		const withoutSlash = pathname.replace(/\/$/, '');
		if (request.method === 'GET' && withoutSlash !== pathname && matchPage(withoutSlash) !== null)
			return reply.redirect(query === '' ? withoutSlash : `${withoutSlash}?${query}`, 308);
		// A path that ends like that of an image or a script is no page, and a request for one gets no HTML.
		const isPage = matchPage(pathname) !== null || !/\.\w+$/.test(pathname);
		return request.method === 'GET' && isPage
			? sendPage(request, reply)
			: sendProblem(reply, new ProblemError('not_found', 'There is nothing at this URL.'), brand());
	});
}
