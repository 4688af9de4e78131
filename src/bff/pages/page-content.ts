/** What a page consists of before it is HTML: status, head, and the public data of its first view. */
import type { FastifyBaseLogger } from 'fastify';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { isLongRunning } from '../../contract/event/times.ts';
import {
	apiPrefix,
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
import type { PublicBody, PublicReader } from '../reads/public-reader.ts';
import type { BffSettings } from '../settings.ts';
import { cityHead } from './city-head.ts';
import { eventHead } from './event-head.ts';
import { readFront } from './front.ts';
import { headMessages } from './head-messages.ts';
import { type Head, noIndex, previewTags, titleOf } from './head-tags.ts';

export interface PageContent extends Pick<PageData, 'loc' | 'locs' | 'front' | 'responses'> {
	status: 200 | 404;
	head: Head;
}

/** What was read for a page. */
interface PageSources {
	/** What the content is made of besides URL and look: while these are the same objects, so is the content. */
	sources: readonly object[];
	makeContent(): PageContent;
}

/** A page that has nothing to be recognized by. */
const onceOnly = (content: PageContent): PageSources => ({
	sources: [content],
	makeContent: () => content,
});

/** Titles of pages that say nothing of their data. */
const titleWords: Partial<Record<MatchedPage['page'], keyof (typeof words)['en']>> = {
	cities: 'words_choose_city',
	me: 'words_my_events',
	settings: 'words_settings',
	developers: 'words_developers',
};

const noData = { loc: null, locs: null, front: null, responses: {} } as const;

const responsesOf = ({ path, body }: PublicBody) => ({ [`${apiPrefix}${path}`]: body });

/** Problems that are about what the page would show. */
const aboutPage: ReadonlySet<ProblemReason> = new Set(['sign_in_required', 'service_rejected']);

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

/** @param filters of a city's list; null for its front page */
export type ReadSources = (
	match: MatchedPage | null,
	filters: ListFilters | null,
	look: Look,
) => Promise<PageSources>;

/** @returns a function that never throws for what the service does: the page is then sent without data */
export function createSourceReader(
	settings: Pick<BffSettings, 'publicUrl' | 'timeZone' | 'clock'>,
	reader: PublicReader,
	log: Pick<FastifyBaseLogger, 'info'>,
): ReadSources {
	const { publicUrl, timeZone } = settings;
	/** The value, or the problem when the service cannot be reached, rejects the call or sends what cannot be read. */
	const orProblem = async <Value>(value: Promise<Value>): Promise<Value | ProblemError> => {
		try {
			return await value;
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			log.info({ err: error }, 'a page is sent without data of the service');
			return error;
		}
	};

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

	/**
	 * A page whose data is for some people, or about which the service says an error such as 999, which may mean that
	 * there is no such thing. The app shows what the service says; for a search engine there is nothing.
	 */
	const unlistedPage = ({ brand }: Look): PageContent => ({
		status: 200,
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
	});

	const frontPage = async (loc: Loc, look: Look): Promise<PageSources> => {
		const result = await orProblem(readFront(reader, loc.id, settings));
		const front = result instanceof ProblemError ? null : result;
		const makeContent = (): PageContent => {
			const [first] =
				front === null ? [] : [front.tonight, front.weekend, front.popular, front.running].flat();
			const head = cityHead(loc, null, first?.posters.at(-1), { publicUrl, ...look });
			return { ...noData, status: 200, head, loc, front };
		};
		return { sources: [loc, result], makeContent };
	};

	const cityPage = async (uid: string, filters: ListFilters | null, look: Look): Promise<PageSources> => {
		const loc = await reader.findLoc(uid);
		if (loc === null) return onceOnly(notFoundPage(look, 'words_city_not_found'));
		if (filters === null) return frontPage(loc, look);
		const { dayType, type } = filters;
		const result = await orProblem(
			reader.firstPage({ loc: loc.id, day_type: dayType, type: type === 'all' ? undefined : type }),
		);
		const list = result instanceof ProblemError ? null : result;
		const makeContent = (): PageContent => {
			const poster = firstPoster(list?.events ?? []);
			const head = cityHead(loc, { dayType, type }, poster, { publicUrl, ...look });
			return { ...noData, status: 200, head, loc, responses: list === null ? {} : responsesOf(list) };
		};
		return { sources: [loc, result], makeContent };
	};

	const eventPage = async (id: string, look: Look): Promise<PageSources> => {
		const view = await reader.event(id);
		if (view.state === 'absent') return onceOnly(notFoundPage(look, 'words_event_not_found'));
		if (view.state === 'hidden') return onceOnly(unlistedPage(look));
		const makeContent = (): PageContent => {
			const head = eventHead(view.event, { publicUrl, timeZone, ...look });
			return { ...noData, status: 200, head, responses: responsesOf(view) };
		};
		return { sources: [view], makeContent };
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
	): Promise<PageSources> => {
		const { page, params } = match;
		const { uid = '', id = '' } = params;
		if (page === 'city') return cityPage(uid, filters, look);
		if (page === 'event') return eventPage(id, look);
		if (page === 'user' && !isIdentifier(id)) return onceOnly(notFoundPage(look, 'words_page_not_found'));
		const plain = plainPage(match, look);
		return onceOnly(page === 'cities' ? { ...plain, locs: await reader.locs() } : plain);
	};

	return async (match, filters, look) => {
		if (match === null || !isOffered(match, filters, look))
			return onceOnly(notFoundPage(look, 'words_page_not_found'));
		const read = await orProblem(pageOf(match, filters, look));
		if (!(read instanceof ProblemError)) return read;
		// A service that is out of reach, or whose limit is reached, says nothing about the page.
		const isAboutPage = aboutPage.has(read.problem.reason);
		return onceOnly(isAboutPage && match.page !== 'cities' ? unlistedPage(look) : plainPage(match, look));
	};
}
