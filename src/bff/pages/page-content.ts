/** The parts of a page before it becomes HTML: status, head, and the public data of its first view. */
import { apiPath } from '../../contract/bff-api/api.ts';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import { agendaOf, firstDay, isEveningAt, isListed } from '../../contract/event/agenda.ts';
import { isCity, type Loc } from '../../contract/event/loc.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { dayOf } from '../../contract/event/wall-clock.ts';
import {
	dayTypeOf,
	defaultFilters,
	isPlainList,
	type ListFilters,
	type MatchedPage,
	pagePath,
	pagePatterns,
} from '../../contract/paths.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { words } from '../../contract/words/words.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import type { ServiceTime } from '../parts.ts';
import { hasReason, ignoreProblem, ProblemError } from '../problems/problem.ts';
import { contactLink, type Word, wordOf } from '../problems/problem-page.ts';
import { isIdentifier } from '../reads/identifier.ts';
import { cardOf, type PublicReader } from '../reads/public-reader.ts';
import { firstRows, readFront, soonestOf } from './front.ts';
import { cityHead, eventHead, type Head, type Look, plainHead, unlisted, unlistedHead } from './head.ts';

export interface PageContent extends Pick<PageData, 'loc' | 'locs' | 'front' | 'responses'> {
	status: number;
	head: Head;
	/** HTML shown until the app has rendered, or if scripts are off. */
	placeholder: string;
}

export interface PageRequest extends MatchedPage {
	/** Of a city's list; null for its front page. */
	filters: ListFilters | null;
	/** Position of the first event of a city's list. */
	start: number;
	/** Canonical path with filters. */
	url: string;
}

const titleWords: Partial<Record<MatchedPage['page'], Word>> = {
	cities: 'words_choose_city',
	me: 'words_my_events',
	settings: 'words_settings',
	developers: 'words_developers',
};

/** @param rest overrides the defaults: status 200, without data */
const contentOf = (head: Head, placeholder: string, rest: Partial<PageContent> = {}): PageContent => ({
	status: 200,
	head,
	placeholder,
	loc: null,
	locs: null,
	front: null,
	responses: {},
	...rest,
});

/** Temporary problems, sent as 503. */
const passing: ReadonlySet<ProblemReason> = new Set([
	'overloaded',
	'calls_reserved',
	'service_unreachable',
	'service_timeout',
]);

/** Failures that affect only this visitor: others can still load the page. */
const isOfVisitor = (error: unknown) => isOwnLimit(error) && !hasReason(error, 'calls_reserved');

interface Message {
	heading: string;
	text?: string;
	/** HTML. */
	links?: string | undefined;
}

const linkTo = (path: string, text: string) => `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;

function messageHtml({ heading, text = '', links = '' }: Message, { locale }: Look): string {
	const paragraph = text === '' ? '' : `<p>${escapeHtml(text)}</p>`;
	const home = linkTo(pagePatterns.home, words[locale].words_to_start);
	return `<main><h1>${escapeHtml(heading)}</h1>${paragraph}${links}<p>${home}</p></main>`;
}

const messagePage = (status: number, word: Word, look: Look): PageContent => {
	const heading = words[look.locale][word];
	const links = contactLink(word, look.brand, look.locale);
	return contentOf(unlistedHead(heading, look), messageHtml({ heading, links }, look), { status });
};

/** Shown only without scripts; with scripts, the app renders the page. */
const withoutScripts = (message: Message, look: Look): string =>
	`<noscript>${messageHtml(message, look)}</noscript>`;

/** For a page that needs the app, or that could not be rendered. */
const needsScripts = (heading: string, look: Look, links?: string): string =>
	withoutScripts({ heading, text: words[look.locale].words_needs_scripts, links }, look);

/** A page with personal data, hidden from search engines. */
const unlistedPage = (status: 200 | 404, word: Word, look: Look): PageContent => {
	const placeholder = withoutScripts({ heading: words[look.locale][word] }, look);
	return contentOf(unlistedHead(undefined, look), placeholder, { status });
};

/** A page without data, or whose data could not be read. */
const plainPage = ({ page, url }: PageRequest, look: Look): PageContent => {
	const word = titleWords[page];
	const heading = word === undefined ? undefined : words[look.locale][word];
	return contentOf(plainHead(heading, url, look), needsScripts(heading ?? look.brand.name, look));
};

/** A link from a map, a calendar or a search to the list. */
function linkToList({ name, uid }: Loc, filters: ListFilters, look: Look): string {
	const { type } = filters;
	const dayType = dayTypeOf(filters);
	const say = words[look.locale];
	const title = listTitle(name, { type }, say[`words_${dayType}`], say[`words_type_${type}`]);
	return `<p>${linkTo(pagePath.city(uid, { dayType, type }), title)}</p>`;
}

const isOffered = ({ page, filters }: PageRequest, { brand: { surfaces } }: Look): boolean =>
	page === 'developers'
		? surfaces.includes(page)
		: page === 'search' || page === 'citySearch'
			? surfaces.includes('search') && isListOffered(surfaces, filters ?? defaultFilters)
			: page !== 'city' || filters === null || isListOffered(surfaces, filters);

export function createContentReader(time: ServiceTime, reader: PublicReader) {
	const cityPage = async (loc: Loc, { filters, start }: PageRequest, look: Look): Promise<PageContent> => {
		if (filters === null) {
			const front = await readFront(reader, loc.id, time);
			const [first] = [front.tonight, front.weekend, front.popular, front.upcoming, front.running].flat();
			const head = cityHead(loc, null, first?.posters.at(-1), look);
			return contentOf(head, needsScripts(loc.name, look), { loc, front: firstRows(front, 2) });
		}
		// The app reads other lists itself.
		if (!isPlainList(filters)) {
			const link = linkToList(loc, filters, look);
			return contentOf(cityHead(loc, filters, undefined, look), needsScripts(loc.name, look, link), { loc });
		}
		const { dayType, type } = filters;
		const { call, list } = await reader.listPage({
			loc: loc.id,
			day_type: dayType,
			type: type === 'all' ? undefined : type,
			start,
		});
		const today = dayOf(look.now);
		const shown = list.items.filter((event) => isListed(event, dayType, today));
		const [first] = agendaOf([list], shown, firstDay(dayType, today), today, isEveningAt(look.now));
		const listHead = cityHead(loc, filters, first?.entries[0]?.event.posters.at(-1), look);
		const head = start === 0 ? listHead : unlisted(listHead);
		const cards = { ...list, items: list.items.map(cardOf) };
		return contentOf(head, needsScripts(loc.name, look), { loc, responses: { [apiPath(call)]: cards } });
	};

	/** Not indexed: search engines should list events, not searches. */
	const searchPage = async (loc: Loc, look: Look): Promise<PageContent> => {
		const link = linkToList(loc, { ...defaultFilters, dayType: 'week' }, look);
		const placeholder = needsScripts(loc.name, look, link);
		const front = firstRows(await readFront(reader, loc.id, time), 0);
		return contentOf(unlistedHead(loc.name, look), placeholder, { loc, front });
	};

	const placePage = (loc: Loc, look: Look): PageContent => {
		const link = linkToList(loc, { ...defaultFilters, dayType: 'future' }, look);
		return contentOf(unlistedHead(undefined, look), needsScripts(loc.name, look, link));
	};

	/** Rethrows errors from the visitor's own limits: the incomplete page would be cached for others. */
	const orNull = (error: unknown) => {
		if (isOfVisitor(error)) throw error;
		return ignoreProblem(error);
	};
	/** The list of cities, with the first city's next events. */
	const homePage = async (plain: PageContent): Promise<PageContent> => {
		const locs = await reader.locs();
		const loc = locs.find(isCity) ?? null;
		const front = loc === null ? null : await readFront(reader, loc.id, time).catch(orNull);
		return { ...plain, locs, front: front && soonestOf(front) };
	};

	const eventPage = async (id: string, look: Look): Promise<PageContent> => {
		const view = await reader.event(id);
		if (view.state === 'absent') return messagePage(404, 'words_event_not_found', look);
		if (view.state === 'hidden') return unlistedPage(404, 'words_event_not_found', look);
		const path = apiPath({ operation: 'getEvent', parameters: { id } });
		return contentOf(eventHead(view.event, look), needsScripts(view.event.title, look), {
			responses: { [path]: view.event },
		});
	};

	const pageOf = async (request: PageRequest, look: Look): Promise<PageContent> => {
		const { page, params } = request;
		const { uid, id = '' } = params;
		if (uid !== undefined) {
			const loc = await reader.findLoc(uid);
			if (loc === null) return messagePage(404, 'words_city_not_found', look);
			if (page === 'citySearch') return searchPage(loc, look);
			return page === 'place' ? placePage(loc, look) : cityPage(loc, request, look);
		}
		if (page === 'event') return eventPage(id, look);
		if (page === 'user' && (!isIdentifier(id) || (await reader.isPersonAbsent(id))))
			return messagePage(404, 'words_page_not_found', look);
		const plain = plainPage(request, look);
		if (page === 'offline') return { ...plain, head: unlistedHead(undefined, look) };
		if (page === 'home' || page === 'cities') return homePage(plain);
		if (page === 'search')
			return { ...plain, head: unlistedHead(undefined, look), locs: await reader.locs() };
		return plain;
	};

	/**
	 * @returns a page for any outcome: 404 if absent, 502 or 503 if unavailable
	 * @throws ProblemError too_many_requests, overloaded
	 */
	return async (request: PageRequest | null, look: Look): Promise<PageContent> => {
		if (request === null || !isOffered(request, look)) return messagePage(404, 'words_page_not_found', look);
		const { page } = request;
		try {
			return await pageOf(request, look);
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			const { problem } = error;
			if (isOfVisitor(error)) throw error;
			if (hasReason(error, 'sign_in_required'))
				return page === 'cities' || page === 'home'
					? {
							...plainPage(request, look),
							placeholder: withoutScripts({ heading: words[look.locale].words_sign_in }, look),
						}
					: unlistedPage(200, 'words_sign_in', look);
			// Search engines retry after a 503.
			return messagePage(passing.has(problem.reason) ? 503 : 502, wordOf(problem) ?? 'words_failed', look);
		}
	};
}
