/** Routes that send the app's pages: HTML with head tags, data and the first view. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicBrand } from '../../contract/bff-api/brand.ts';
import type { PageData, PublicSettings, RenderPage } from '../../contract/bff-api/page-data.ts';
import type { PageKind } from '../../contract/bff-api/web-vitals.ts';
import { type WallClock, wallClockAt } from '../../contract/event/wall-clock.ts';
import { cityQuery, hasFilters, isFromIndex, readFilters } from '../../contract/list-filters.ts';
import {
	apiPrefix,
	matchPage,
	type PageName,
	pagePath,
	pagePatterns,
	readStart,
} from '../../contract/paths.ts';
import { relationStatuses } from '../../contract/spec/filters.ts';
import { authorizationPaths, fillPath } from '../../contract/spec/operations.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import { demoApplication } from '../../servers/sandbox-defaults.ts';
import { publicBrand } from '../brand/brand.ts';
import { sendCached } from '../cache/document-cache.ts';
import { queryOf } from '../http/route-schemas.ts';
import type { Finder, Parts, ServiceTime } from '../parts.ts';
import { preferencesOf } from '../preferences.ts';
import { ignoreProblem, notFound, sendProblem } from '../problems/problem.ts';
import { isIdentifier } from '../reads/identifier.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import type { BffSettings } from '../settings.ts';
import { readChunks, type ViewName } from './chunks.ts';
import { escapeJson } from './head.ts';
import { type PageContent, type PageRequest, readContent } from './page-content.ts';
import { readTemplate } from './template.ts';

/** Tells only visitors on this machine {base_url} and {auth_url}, which the developers' console shows. */
function publicSettings(settings: BffSettings, brand: PublicBrand, isLocal: boolean): PublicSettings {
	return {
		brand,
		service_name: settings.eventsName,
		authorization_endpoint: `${settings.eventsAuthUrl}${authorizationPaths.authorize}`,
		client_id: settings.clientId,
		redirect_uri: `${settings.publicUrl}${pagePatterns.callback}`,
		scope: settings.scope,
		pkce: settings.pkce,
		time_zone: settings.timeZone,
		map_tile_url: settings.mapTileUrl,
		...(settings.mapAttribution === undefined ? {} : { map_attribution: settings.mapAttribution }),
		sandbox: settings.sandbox !== undefined,
		service: {
			base_url: isLocal ? settings.eventsBaseUrl : '{base_url}',
			auth_url: isLocal ? settings.eventsAuthUrl : '{auth_url}',
			...(isLocal && settings.sandbox !== undefined && settings.clientId === demoApplication.clientId
				? { client_secret: settings.clientSecret }
				: {}),
			token_params: settings.tokenParams,
			page_start: settings.eventsPageStart,
		},
	};
}

/** Pages rendered in the same slot have the same ETag. Few events begin or end within a slot. */
const pageSlotMs = 5 * 60_000;

/** The time for rendering a page. If the service's time zone is unknown, uses this server's; the app corrects it. */
function pageNow({ timeZone, clock }: ServiceTime): WallClock {
	const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
	return wallClockAt(Math.floor(clock() / pageSlotMs) * pageSlotMs, zone);
}

/** Leaves out unknown parameters, because each different URL is rendered and cached. */
function canonicalUrl({ page, params, filters, status, start }: Omit<PageRequest, 'url'>): string {
	const path = fillPath(pagePatterns[page], params);
	const query = new URLSearchParams(cityQuery(filters ?? {}));
	if (status !== 'ongoing') query.set('status', status);
	const url = `${path}?${query}`;
	return pagePath.from(url, start) ?? url;
}

/** Splits the URL as it was sent. `new URL` would read `//x` as a host. */
function splitUrl({ raw }: FastifyRequest): { pathname: string; query: string } {
	const [pathname = '/', query = ''] = (raw.url ?? '/').split(/\?(.*)/s);
	return { pathname, query };
}

/** Removes a final slash, except in paths of the API, and in `//x/` and `/\x/`, which would lead to another site. */
const withoutSlash = (path: string): string =>
	/^\/[^/\\].*\/$/.test(path) && !path.startsWith(`${apiPrefix}/`) ? path.slice(0, -1) : path;

function readRequest(path: string, query: URLSearchParams): PageRequest | null {
	const match = matchPage(path);
	if (match === null) return null;
	const isFiltered = match.page === 'city' || match.page === 'citySearch' || match.page === 'search';
	const filters = isFiltered && hasFilters(query) ? readFilters(query) : null;
	const isPerson = match.page === 'user';
	const asked = isPerson ? query.get('status') : null;
	const status = relationStatuses.find((each) => each === asked) ?? 'ongoing';
	const start = isPerson || filters !== null ? readStart(query) : 0;
	const request = { ...match, filters, status, start };
	return { ...request, url: canonicalUrl(request) };
}

/** Checks the city in the cookie, which a sibling subdomain can set. Accepts it while the cities can't be read. */
async function existing(city: string | null, reader: PublicReader): Promise<string | null> {
	if (city === null || !isIdentifier(city)) return null;
	try {
		return (await reader.findLoc(city)) && city;
	} catch (error) {
		ignoreProblem(error);
		return city;
	}
}

/** The URL in this city to which the start page, or a search without a city, redirects. */
const pathInCity = ({ page, filters }: PageRequest, city: string): string =>
	page === 'search' ? pagePath.search(city, filters ?? {}) : pagePath.city(city);

function viewsOf({ page, filters }: PageRequest): ViewName[] {
	if (filters === null) return [page === 'city' ? 'front' : page];
	if (!isFromIndex(filters)) return [page];
	return [page, filters.view === 'calendar' ? 'calendar' : 'day'];
}

/** The page's name in reports of page speed. */
function kindOf({ page, filters }: PageRequest): PageKind {
	if (page === 'city') return filters === null ? 'front' : 'list';
	if (page === 'citySearch') return 'search';
	return page === 'offline' ? 'none' : page;
}

/** Whether the BFF renders the page: it has data, or (settings, My events) says in HTML that it needs scripts. */
const isRenderable = (page: PageName, { loc, locs, responses }: PageContent): boolean =>
	page === 'settings' || page === 'me' || loc !== null || locs !== null || Object.keys(responses).length > 0;

/** Loads the function that renders pages. If it is missing or fails, the browser renders the page. */
async function readRender(webDir: string, onFailure: (error: unknown) => void): Promise<RenderPage> {
	const file = path.resolve(webDir, '../server/server-entry.js');
	if (!existsSync(file)) return async () => null;
	const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };
	return (input) =>
		renderPage(input).catch((error: unknown) => {
			onFailure(error);
			return null;
		});
}

const retryAfterSeconds = 10;

export async function addPageRoutes(
	app: FastifyInstance,
	{ settings, brand, reader, documents, pagePolicy, time }: Parts,
	finder: Finder,
): Promise<void> {
	const { publicUrl, timeZone } = settings;
	const chunkTags = readChunks(settings.webDir);
	const template = readTemplate(settings.webDir);
	const render = await readRender(settings.webDir, (error) =>
		app.log.error({ err: error }, 'could not render a page'),
	);

	const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
		const { pathname, query } = splitUrl(request);
		const path = withoutSlash(pathname);
		const requested = readRequest(path, queryOf(request));
		if (path !== pathname) return reply.redirect(query === '' ? path : `${path}?${query}`, 308);
		// `?q=…` of a city's list is a search, which has a page of its own.
		if (requested?.page === 'city' && requested.filters?.q.trim())
			return reply.redirect(pagePath.city(requested.params.uid ?? '', requested.filters), 308);
		const shown = brand();
		const { locale, theme, formats, city: lastCity } = preferencesOf(request, shown.locale);
		if (requested?.page === 'home' || requested?.page === 'search') {
			const inCity = (await existing(lastCity, reader)) ?? (await existing(shown.city, reader));
			if (inCity !== null)
				return reply
					.header('cache-control', 'no-store')
					.header('vary', 'cookie')
					.redirect(pathInCity(requested, inCity), 302);
		}
		const now = pageNow(time);
		const isLocal = isFromThisMachine(request.raw, publicUrl);
		const look = { locale, formats, brand: shown, publicUrl, timeZone, now };
		const write = async (content: PageContent) => {
			const { status, head, placeholder, ...data } = content;
			const views = requested === null ? [] : viewsOf(requested);
			const reportAs = requested === null || status >= 400 ? 'none' : kindOf(requested);
			const page: PageData = {
				...data,
				settings: publicSettings(settings, publicBrand(shown, locale), isLocal),
				now,
				formats,
				reportAs: settings.webVitals ? reportAs : null,
			};
			const html =
				requested !== null && isRenderable(requested.page, content)
					? await render({ url: requested.url, locale, page })
					: null;
			const tags = [...shown.headTags[locale], ...chunkTags(views, locale), ...head.tags];
			const body = { data: escapeJson(page), locale, theme, html, placeholder };
			const { document, style } = template({ ...head, tags }, body);
			const policy = pagePolicy([style, shown.style]);
			return { status, document, policy };
		};
		const key = [requested?.url, locale, theme, formats, shown.version, isLocal];
		const read = () => readContent({ time, reader, finder }, requested, look);
		const cached = await documents.get(key, { read, write });
		const { status, policy } = cached;
		reply
			.code(status)
			.type('text/html; charset=utf-8')
			.header('content-security-policy', policy)
			// The callback's URL contains an authorization code.
			.header('cache-control', requested?.page === 'callback' || status >= 500 ? 'no-store' : 'no-cache')
			.header('vary', 'accept-encoding, accept-language, cookie');
		if (status === 503) reply.header('retry-after', retryAfterSeconds);
		return sendCached(request, reply, cached);
	};

	for (const pattern of Object.values(pagePatterns)) app.get(pattern, sendPage);
	app.setNotFoundHandler((request, reply) => {
		const { pathname } = splitUrl(request);
		// Send no HTML for a missing file.
		const isPage = matchPage(pathname) !== null || !/\.\w+$/.test(pathname);
		return request.method === 'GET' && isPage
			? sendPage(request, reply)
			: sendProblem(reply, notFound(), brand());
	});
}
