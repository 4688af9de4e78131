/** What a page consists of before it is HTML: status, head, and the public data of its first view. */
import type { FastifyBaseLogger } from 'fastify';
import { apiPath } from '../../contract/bff-api/api.ts';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { isLongRunning } from '../../contract/event/times.ts';
import {
	type ListFilters,
	type MatchedPage,
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
import { headMessages } from './head-messages.ts';
import { type Head, noIndex, previewTags, titleOf } from './head-tags.ts';

export interface PageContent extends Pick<PageData, 'loc' | 'locs' | 'front' | 'responses'> {
	status: number;
	head: Head;
	/** What a page without data says before the app is there, or without scripts. */
	message: string | null;
}

/** Titles of pages that say nothing of their data. */
const titleWords: Partial<Record<MatchedPage['page'], keyof (typeof words)['en']>> = {
	cities: 'words_choose_city',
	me: 'words_my_events',
	settings: 'words_settings',
	developers: 'words_developers',
};

const noData = { loc: null, locs: null, front: null, responses: {}, message: null } as const;

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

/** How a page is shown. */
interface Look {
	locale: Locale;
	brand: Brand;
}

/**
 * @param filters of a city's list; null for its front page
 * @returns a page for whatever the service does: 404 for what is absent, 502 or 503 for what it cannot provide
 */
export type ReadContent = (
	match: MatchedPage | null,
	filters: ListFilters | null,
	look: Look,
) => Promise<PageContent>;

/** HTTP status of a page that cannot be provided: that of the problem, where it says that it is not the visitor's fault. */
const statusOf = ({ problem: { status } }: ProblemError) => (status >= 500 || status === 429 ? status : 502);

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
		const description = tagline?.[locale] ?? headMessages[locale].site;
		const url = `${publicUrl}${canonicalPath(match)}`;
		const image = picture === null ? undefined : `${publicUrl}${picture}`;
		const tags = previewTags({ title, description, url, image, site });
		return { status: 200, head: { title, tags }, ...noData };
	};

	/** A page whose data is for some people: the app shows it, and for a search engine there is nothing. */
	const unlistedPage = (status: 200 | 404, { brand }: Look): PageContent => ({
		status,
		head: { title: brand.name, tags: [noIndex] },
		...noData,
	});

	const notFoundPage = (
		{ locale, brand }: Look,
		what: 'words_page_not_found' | 'words_city_not_found' | 'words_event_not_found',
	): PageContent => ({
		status: 404,
		head: { title: titleOf(words[locale][what], brand.name), tags: [noIndex] },
		...noData,
		message: words[locale][what],
	});

	const failedPage = (error: ProblemError, { locale, brand }: Look): PageContent => {
		const { words_unreachable, words_too_many } = words[locale];
		const status = statusOf(error);
		return {
			status,
			head: { title: brand.name, tags: [noIndex] },
			...noData,
			message: status === 503 || status === 429 ? words_too_many : words_unreachable,
		};
	};

	const frontPage = async (loc: Loc, look: Look): Promise<PageContent> => {
		const front = await readFront(reader, loc.id, settings);
		const [first] = [front.tonight, front.weekend, front.popular, front.running].flat();
		const head = cityHead(loc, null, first?.posters.at(-1), { publicUrl, ...look });
		return { ...noData, status: 200, head, loc, front };
	};

	const cityPage = async (uid: string, filters: ListFilters | null, look: Look): Promise<PageContent> => {
		const loc = await reader.findLoc(uid);
		if (loc === null) return notFoundPage(look, 'words_city_not_found');
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
		if (view.state === 'absent') return notFoundPage(look, 'words_event_not_found');
		if (view.state === 'hidden') return unlistedPage(404, look);
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
			return notFoundPage(look, 'words_page_not_found');
		const plain = plainPage(match, look);
		return page === 'cities' || page === 'home' ? { ...plain, locs: await reader.locs() } : plain;
	};

	return async (match, filters, look) => {
		if (match === null || !isOffered(match, filters, look)) return notFoundPage(look, 'words_page_not_found');
		try {
			return await pageOf(match, filters, look);
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			if (isSignInRequired(error))
				return match.page === 'cities' || match.page === 'home'
					? plainPage(match, look)
					: unlistedPage(200, look);
			log.warn({ err: error, page: match.page }, 'a page cannot be provided');
			return failedPage(error, look);
		}
	};
}
