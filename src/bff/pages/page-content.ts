/** What a page consists of before it is HTML: status, head, and the public data of its first view. */
import type { FastifyBaseLogger } from 'fastify';
import { apiPath } from '../../contract/bff-api/api.ts';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { isLongRunning } from '../../contract/event/times.ts';
import {
	type ListFilters,
	type MatchedPage,
	type PageName,
	pagePath,
	pagePatterns,
	type Relation,
} from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';
import { ProblemError } from '../http/problem.ts';
import { isIdentifier } from '../reads/identifier.ts';
import type { PublicReader } from '../reads/public-reader.ts';
import { isSignInRequired } from '../reads/service-rejection.ts';
import type { BffSettings } from '../settings.ts';
import { cityHead } from './city-head.ts';
import { eventHead } from './event-head.ts';
import { readFront } from './front.ts';
import { type Head, noIndex, previewTags, titleOf } from './head-tags.ts';

export interface PageContent extends Pick<PageData, 'loc' | 'locs' | 'front' | 'responses'> {
	status: number;
	head: Head;
	/** HTML that stands in for a page without data until the app shows it, or without scripts. */
	standIn: string;
}

type Word = keyof (typeof words)[Locale];

/** Titles of pages that say nothing of their data. */
const titleWords: Partial<Record<MatchedPage['page'], Word>> = {
	cities: 'words_choose_city',
	me: 'words_my_events',
	settings: 'words_settings',
	developers: 'words_developers',
};

const noData = { loc: null, locs: null, front: null, responses: {}, standIn: '' } as const;

/** The poster that a city's list shows first: what is on at these days comes before what is long-running. */
function firstPoster(events: readonly PublicEvent[]): string | undefined {
	const first = events.find((event) => !isLongRunning(event)) ?? events[0];
	return first?.posters.at(-1);
}

function canonicalPath({ page, params: { uid = '', id = '', relation = '' } }: MatchedPage): string {
	switch (page) {
		case 'city':
			return pagePath.city(uid);
		case 'event':
			return pagePath.event(id);
		case 'user':
			return pagePath.user(id, relation as Relation);
		case 'me':
			return pagePath.me(relation as Relation);
		default:
			return pagePatterns[page];
	}
}

/** A message with a way out, as HTML. */
const messageHtml = (message: string, locale: Locale): string =>
	`<h1>${escapeHtml(message)}</h1><p><a href="${pagePatterns.home}">${escapeHtml(words[locale].words_to_start)}</a></p>`;

/** How a page is shown. */
interface Look {
	locale: Locale;
	brand: Brand;
}

/**
 * @param filters of a city's list; null for its front page
 * @returns a page for whatever the service does: 404 for what is absent, 502 or 503 for what it cannot provide
 * @throws ProblemError too_many_requests
 */
export type ReadContent = (
	match: MatchedPage | null,
	filters: ListFilters | null,
	look: Look,
) => Promise<PageContent>;

/** Status of a page that the service cannot provide, and what it says. 503 tells search engines to come again. */
const failures: Partial<Record<ProblemReason, { status: 502 | 503; says: Word }>> = {
	service_unreachable: { status: 503, says: 'words_unreachable' },
	service_timeout: { status: 503, says: 'words_unreachable' },
	overloaded: { status: 503, says: 'words_too_many' },
};
const otherFailure = { status: 502, says: 'words_failed' } as const;

export function createContentReader(
	settings: Pick<BffSettings, 'publicUrl' | 'timeZone' | 'clock'>,
	reader: PublicReader,
	log: Pick<FastifyBaseLogger, 'warn'>,
): ReadContent {
	const { publicUrl, timeZone } = settings;

	/** A page that says nothing of its data: it has none, or none that is known. */
	const plainPage = (match: MatchedPage, { locale, brand }: Look): PageContent => {
		const name = titleWords[match.page];
		const { name: site, tagline, picture } = brand;
		const title = name === undefined ? site : titleOf(words[locale][name], site);
		const description = tagline?.[locale] ?? words[locale].words_site;
		const url = `${publicUrl}${canonicalPath(match)}`;
		const image = picture === null ? undefined : `${publicUrl}${picture}`;
		const tags = previewTags({ title, description, url, image, site });
		return { status: 200, head: { title, tags }, ...noData };
	};

	/** A page whose data is for some people: the app shows it to them, and for a search engine there is nothing. */
	const unlistedPage = (status: 200 | 404, message: string, { locale, brand }: Look): PageContent => ({
		...noData,
		status,
		head: { title: brand.name, tags: [noIndex] },
		standIn: `<noscript>${messageHtml(message, locale)}</noscript>`,
	});

	const messagePage = (status: number, says: Word, { locale, brand }: Look): PageContent => {
		const message = words[locale][says];
		const head = { title: titleOf(message, brand.name), tags: [noIndex] };
		return { ...noData, status, head, standIn: messageHtml(message, locale) };
	};

	/** Why pages of a kind cannot be provided at the moment, so that the log says so once. */
	const failing = new Map<PageName, ProblemReason>();
	const failedPage = (page: PageName, error: ProblemError, look: Look): PageContent => {
		const { reason, code } = error.problem;
		if (failing.get(page) !== reason)
			log.warn({ err: error, page, reason, code }, 'a page cannot be provided');
		failing.set(page, reason);
		const { status, says } = failures[reason] ?? otherFailure;
		return messagePage(status, says, look);
	};

	const frontPage = async (loc: Loc, look: Look): Promise<PageContent> => {
		const front = await readFront(reader, loc.id, settings);
		const [first] = [front.tonight, front.weekend, front.popular, front.running].flat();
		const head = cityHead(loc, null, first?.posters.at(-1), { publicUrl, ...look });
		return { ...noData, status: 200, head, loc, front };
	};

	const cityPage = async (uid: string, filters: ListFilters | null, look: Look): Promise<PageContent> => {
		const loc = await reader.findLoc(uid);
		if (loc === null) return messagePage(404, 'words_city_not_found', look);
		if (filters === null) return frontPage(loc, look);
		const { dayType, type } = filters;
		const { call, list } = await reader.firstPage({
			loc: loc.id,
			day_type: dayType,
			type: type === 'all' ? undefined : type,
		});
		const head = cityHead(loc, { dayType, type }, firstPoster(list.items), { publicUrl, ...look });
		return { ...noData, status: 200, head, loc, responses: { [apiPath(call)]: list } };
	};

	const eventPage = async (id: string, look: Look): Promise<PageContent> => {
		const view = await reader.event(id);
		if (view.state === 'absent') return messagePage(404, 'words_event_not_found', look);
		if (view.state === 'hidden') return unlistedPage(404, words[look.locale].words_event_not_found, look);
		const head = eventHead(view.event, { publicUrl, timeZone, ...look });
		const path = apiPath({ operation: 'getEvent', parameters: { id } });
		return { ...noData, status: 200, head, responses: { [path]: view.event } };
	};

	/** Whether this site has the page. */
	const isOffered = ({ page }: MatchedPage, filters: ListFilters | null, { brand }: Look): boolean => {
		const { surfaces } = brand;
		if (page === 'developers') return surfaces.includes(page);
		return page !== 'city' || filters === null || isListOffered(surfaces, filters);
	};

	const pageOf = async (
		match: MatchedPage,
		filters: ListFilters | null,
		look: Look,
	): Promise<PageContent> => {
		const { page, params } = match;
		const { uid = '', id = '' } = params;
		if (page === 'city') return cityPage(uid, filters, look);
		if (page === 'event') return eventPage(id, look);
		if (page === 'user' && (!isIdentifier(id) || (await reader.isPersonAbsent(id))))
			return messagePage(404, 'words_page_not_found', look);
		const plain = plainPage(match, look);
		return page === 'cities' || page === 'home' ? { ...plain, locs: await reader.locs() } : plain;
	};

	return async (match, filters, look) => {
		if (match === null || !isOffered(match, filters, look))
			return messagePage(404, 'words_page_not_found', look);
		const { page } = match;
		try {
			const content = await pageOf(match, filters, look);
			failing.delete(page);
			return content;
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			// The visitor's own limit says nothing about the page.
			if (error.problem.reason === 'too_many_requests') throw error;
			if (!isSignInRequired(error)) return failedPage(page, error, look);
			if (page === 'cities' || page === 'home') return plainPage(match, look);
			return unlistedPage(200, words[look.locale].words_sign_in, look);
		}
	};
}
