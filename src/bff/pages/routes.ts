/** The HTML of every address (design §8): the app's shell with head tags and the data of its first screen inside. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { choiceCookies, chooseLocale, themes } from '../../contract/choices.ts';
import { dayTypes, eventTypes, isLongRunning, paging } from '../../contract/filters.ts';
import { authorizationPaths, operationPath } from '../../contract/operations.ts';
import { type Event, type EventList, eventSchema, type Loc } from '../../contract/resources.ts';
import { apiPrefix, type PageData, type PublicSettings } from '../../contract/session.ts';
import { ProblemError, sendProblem } from '../problem.ts';
import type { PublicReader } from '../proxy/public-reader.ts';
import type { BffSettings } from '../settings.ts';
import { readChunks } from './chunks.ts';
import { cityHead, eventHead, plainHead } from './head.ts';
import { readRender } from './render.ts';
import { escapeJson, type Head, readTemplate } from './template.ts';

/** Addresses that the web app shows; any other is 404, with the app's own page for it. */
const appPaths =
	/^\/(cities(\/[^/]+)?|events\/[^/]+|users\/[^/]+\/(created|participated|wished)|me\/(created|participated|wished)|callback|developers|settings)?$/;

interface Page {
	head: Head;
	loc: Loc | null;
	locs?: Loc[];
	answers: Record<string, unknown>;
}

function publicSettings(settings: BffSettings): PublicSettings {
	return {
		authorization_endpoint: `${settings.eventsAuthUrl}${authorizationPaths.authorize}`,
		client_id: settings.clientId,
		redirect_uri: `${settings.publicUrl}/callback`,
		scope: settings.scope,
		pkce: settings.pkce,
		time_zone: settings.timeZone,
		map_tile_url: settings.mapTileUrl,
		...(settings.mapAttribution === undefined ? {} : { map_attribution: settings.mapAttribution }),
		sandbox: settings.sandboxControl !== undefined,
		service: { base_url: settings.eventsBaseUrl, auth_url: settings.eventsAuthUrl },
	};
}

/** The day at the service, where its zone is known. */
const today = ({ timeZone }: BffSettings): string | null =>
	timeZone === null ? null : new Intl.DateTimeFormat('sv-SE', { timeZone }).format();

/** Screens that are rendered here: those whose data is public and inside the page. Others ask the browser who it is. */
const isRendered = (pathname: string, query: URLSearchParams, { answers, locs }: Page) =>
	pathname === '/cities'
		? locs !== undefined
		: /^\/(cities|events)\//.test(pathname) &&
			Object.keys(answers).length > 0 &&
			!['view', 'sort', 'q'].some((name) => query.has(name));

/** What of an address a screen depends on: made-up parameters must not cost a rendering each. */
function addressOf(pathname: string, query: URLSearchParams): string {
	const known = { day_type: dayTypes, type: eventTypes } as const;
	const filters = Object.entries(known).flatMap(([name, words]) => {
		const value = words.find((word) => word === query.get(name));
		return value === undefined ? [] : [[name, value] as [string, string]];
	});
	return filters.length === 0 ? pathname : `${pathname}?${new URLSearchParams(filters)}`;
}

/** What somebody chose in the settings, else what the browser asks for. */
function choicesOf({ cookies, headers }: FastifyRequest) {
	const languages = (headers['accept-language'] ?? '').split(',').map((each) => each.trim());
	return {
		locale: chooseLocale(languages, cookies[choiceCookies.locale]),
		theme: themes.find((theme) => theme === cookies[choiceCookies.theme]) ?? 'system',
	};
}

export async function addPageRoutes(
	app: FastifyInstance,
	settings: BffSettings,
	reader: PublicReader,
): Promise<void> {
	const chunks = readChunks(settings.webDir);
	const template = readTemplate(settings.webDir, chunks.start);
	const render = await readRender(settings.webDir, (error) =>
		app.log.error({ err: error }, 'a screen could not be rendered'),
	);
	const { publicUrl } = settings;

	const { read, findLoc } = reader;

	const cityPage = async (uid: string, query: URLSearchParams, path: string): Promise<Page> => {
		const loc = await findLoc(uid);
		if (loc === null) return { head: plainHead(publicUrl, path), loc, answers: {} };
		const day_type = dayTypes.find((each) => each === query.get('day_type')) ?? 'today';
		const type = eventTypes.find((each) => each === query.get('type') && each !== 'all');
		const listPath = operationPath('listEvents', {
			loc: loc.id,
			day_type,
			type,
			start: 0,
			count: paging.defaultCount,
		});
		const list = (await read('listEvents', listPath)) as EventList | undefined;
		return {
			head: cityHead(publicUrl, loc, { day_type, type }, firstPoster(list?.events ?? [])),
			loc,
			answers: list === undefined ? {} : { [`${apiPrefix}${listPath}`]: list },
		};
	};

	const eventPage = async (id: string, path: string): Promise<Page> => {
		const eventPath = operationPath('getEvent', { id });
		const event = /^[\w.~-]{1,64}$/.test(id) ? await read('getEvent', eventPath) : undefined;
		const isWhole = eventSchema
			.pick({ title: true, begin_time: true, end_time: true, address: true, geo: true, owner: true })
			.safeParse(event).success;
		return {
			head: isWhole ? eventHead(publicUrl, event as Event) : plainHead(publicUrl, path),
			loc: null,
			answers: event === undefined ? {} : { [`${apiPrefix}${eventPath}`]: event },
		};
	};

	const citiesPage = async (path: string): Promise<Page> => {
		const locs = await reader.locs();
		return {
			head: plainHead(publicUrl, path),
			loc: null,
			answers: {},
			...(locs.length === 0 ? {} : { locs }),
		};
	};

	const pageOf = (path: string, query: URLSearchParams): Promise<Page> | Page => {
		const [, kind, id = ''] = path.split('/');
		if (kind === 'cities' && id !== '') return cityPage(id, query, path);
		if (path === '/cities') return citiesPage(path);
		if (kind === 'events' && id !== '') return eventPage(id, path);
		return { head: plainHead(publicUrl, path), loc: null, answers: {} };
	};

	const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
		const { pathname, searchParams } = readAddress(request);
		const isKnown = appPaths.test(pathname);
		const page = isKnown ? await pageOf(decode(pathname), searchParams) : pageOf('/', searchParams);
		const { head, loc, locs = null, answers } = await page;
		const pageData: PageData = {
			settings: publicSettings(settings),
			loc,
			locs,
			answers,
			today: today(settings),
		};
		const data = escapeJson(pageData);
		const { locale, theme } = choicesOf(request);
		const screen =
			isKnown && isRendered(pathname, searchParams, await page)
				? await render({ address: addressOf(pathname, searchParams), locale, page: pageData }, data)
				: null;
		const tags = [...(isKnown ? chunks.tagsOf(pathname) : []), ...head.tags];
		const html = template({ ...head, tags }, { data, locale, theme, screen });
		const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
		reply
			.header('cache-control', 'no-cache')
			.header('etag', etag)
			.header('vary', 'accept-encoding, accept-language, cookie');
		if (isKnown && request.headers['if-none-match'] === etag) return reply.code(304).send();
		return reply
			.code(isKnown ? 200 : 404)
			.type('text/html; charset=utf-8')
			.send(html);
	};

	for (const url of [
		'/',
		'/cities',
		'/cities/:uid',
		'/events/:id',
		'/users/:id/:relation',
		'/me/:relation',
		'/callback',
		'/developers',
		'/settings',
	]) {
		app.get(url, sendPage);
	}
	app.setNotFoundHandler((request, reply) => {
		// A file that is not there is no page, and a program that asks for one gets no HTML.
		const { pathname } = readAddress(request);
		const wantsPage = request.method === 'GET' && !/\.\w+$/.test(pathname);
		return wantsPage
			? sendPage(request, reply)
			: sendProblem(reply, new ProblemError('not_found', 'There is nothing at this address.'));
	});
}

/** The poster that a city's list shows first: what is on at these days comes before what runs for weeks. */
function firstPoster(events: readonly Event[]): string | undefined {
	const first = events.find(({ begin_time, end_time }) => !isLongRunning(begin_time, end_time)) ?? events[0];
	return typeof first?.image === 'string' ? first.image : undefined;
}

/** Path and query as they came: `//x` and other oddities are paths here, not origins. */
function readAddress({ raw }: FastifyRequest): { pathname: string; searchParams: URLSearchParams } {
	const [pathname = '/', query = ''] = (raw.url ?? '/').split(/\?(.*)/s);
	return { pathname, searchParams: new URLSearchParams(query) };
}

/** A path decoded once; as it came when it is malformed. */
function decode(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch (error) {
		if (error instanceof URIError) return pathname;
		throw error;
	}
}
