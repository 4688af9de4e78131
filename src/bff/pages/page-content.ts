/** Reads what a page shows at first: its public data. Chooses status and head tags. */
import { escapeUTF8 as escapeHtml } from 'entities';
import { apiPath } from '../../contract/bff-api/api.ts';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import { daysQuerySchema, searchQuerySchema } from '../../contract/bff-api/search.ts';
import { agendaOf, firstDay, isEveningAt, isListed } from '../../contract/event/agenda.ts';
import { venueFirst } from '../../contract/event/event.ts';
import { isCity, type Loc } from '../../contract/event/loc.ts';
import { dayOf } from '../../contract/event/wall-clock.ts';
import { daysQuery, searchQuery } from '../../contract/list-calls.ts';
import {
	bffPath,
	defaultFilters,
	isIndexed,
	isPlainList,
	type ListFilters,
	type MatchedPage,
	pagePatterns,
	relations,
} from '../../contract/paths.ts';
import { paging, type RelationStatus } from '../../contract/spec/filters.ts';
import { fill, words } from '../../contract/words/words.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import type { Finder, ServiceTime } from '../parts.ts';
import { hasReason, ignoreProblem, ProblemError, validInput } from '../problems/problem.ts';
import { contactLink, type Word, wordOf } from '../problems/problem-page.ts';
import { cardOf, type PublicReader } from '../reads/public-reader.ts';
import { firstRows, readFront, soonestOf } from './front.ts';
import { cityHead, eventHead, type Head, type Look, plainHead, unlisted, unlistedHead } from './head.ts';

export interface PageContent extends Pick<PageData, 'loc' | 'locs' | 'front' | 'responses'> {
	status: number;
	head: Head;
	/** HTML to show until the app has rendered the page, or if scripts are off. */
	placeholder: string;
}

export interface PageRequest extends MatchedPage {
	/** Filters of a city's list; null for its front page. */
	filters: ListFilters | null;
	/** Which events a person's list shows. */
	status: RelationStatus;
	/** Position of a list's first event. */
	start: number;
	/** Canonical path with filters. */
	url: string;
}

const titleWords: Partial<Record<MatchedPage['page'], Word>> = {
	home: 'words_choose_city',
	cities: 'words_choose_city',
	me: 'words_my_events',
	settings: 'words_settings',
	developers: 'words_developers',
};

/** Whether a page can't be read because of limits that may affect only this visitor. */
const isOfVisitor = (error: unknown) => isOwnLimit(error) && !hasReason(error, 'calls_reserved');

const linkTo = (path: string, text: string) => `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;

/** @param more HTML between the heading and the link to the start page */
function messageHtml(heading: string, { locale, brand }: Look, more: string): string {
	const home = linkTo(pagePatterns.home, words[locale].words_to_start);
	const header = `<header>${linkTo(pagePatterns.home, brand.name)}</header>`;
	return `${header}<main><h1>${escapeHtml(heading)}</h1>${more}<p>${home}</p></main>`;
}

const messagePage = (status: number, word: Word, look: Look): PageContent => {
	const heading = words[look.locale][word];
	const cities = linkTo(pagePatterns.cities, words[look.locale].words_choose_city);
	const links =
		word === 'words_city_not_found' ? `<p>${cities}</p>` : contactLink(word, look.brand, look.locale);
	const placeholder = messageHtml(heading, look, links);
	return contentOf(unlistedHead(heading, look), look, { status, placeholder });
};

/** HTML that is shown only if scripts are off. */
const withoutScripts = (heading: string, look: Look, more = ''): string =>
	`<noscript>${messageHtml(heading, look, more)}</noscript>`;

/** @param rest replaces the defaults: status 200, no data, and a placeholder which says that the page needs scripts */
const contentOf = (head: Head, look: Look, rest: Partial<PageContent> = {}): PageContent => ({
	status: 200,
	head,
	placeholder: withoutScripts(
		head.title.replace(` · ${look.brand.name}`, ''),
		look,
		`<p>${escapeHtml(words[look.locale].words_needs_scripts)}</p>`,
	),
	loc: null,
	locs: null,
	front: null,
	responses: {},
	...rest,
});

const unlistedPage = (status: 200 | 404, word: Word, look: Look): PageContent => {
	const placeholder = withoutScripts(words[look.locale][word], look);
	return contentOf(unlistedHead(undefined, look), look, { status, placeholder });
};

/** The content of a page without data, or of a page whose data could not be read. */
const plainPage = ({ page, url }: PageRequest, look: Look): PageContent => {
	const word = titleWords[page];
	return contentOf(plainHead(word && words[look.locale][word], url, look), look);
};

const isOffered = ({ page, filters }: PageRequest, { brand: { surfaces } }: Look): boolean =>
	page === 'developers'
		? surfaces.includes(page)
		: page === 'search' || page === 'citySearch'
			? surfaces.includes('search') && isListOffered(surfaces, filters ?? defaultFilters)
			: page !== 'city' || filters === null || isListOffered(surfaces, filters);

export function createContentReader(time: ServiceTime, reader: PublicReader, finder: Finder) {
	const cityPage = async (loc: Loc, { filters, start }: PageRequest, look: Look): Promise<PageContent> => {
		if (filters === null) {
			const front = await readFront(reader, loc.id, time);
			const [first] = [front.today, front.weekend, front.popular, front.upcoming, front.running].flat();
			const head = cityHead(loc, null, first?.posters.at(-1), look);
			return contentOf(head, look, { loc, front: firstRows(front, 2) });
		}
		// The browser reads lists with other filters itself.
		if (!isPlainList(filters) && !isIndexed(filters))
			return contentOf(cityHead(loc, filters, undefined, look), look, { loc });
		const { responses, poster } = await (isIndexed(filters) ? findList : readList)(loc, filters, start, look);
		const listHead = cityHead(loc, filters, poster, look);
		const head = start === 0 ? listHead : unlisted(listHead);
		return contentOf(head, look, { loc, responses });
	};

	const readList = async (loc: Loc, { dayType, type }: ListFilters, start: number, look: Look) => {
		const { call, list } = await reader.listPage({
			loc: loc.id,
			day_type: dayType,
			type: type === 'all' ? undefined : type,
			start,
		});
		const today = dayOf(look.now);
		const now = time.timeZone === null ? null : look.now;
		const shown = list.items.filter((event) => isListed(event, dayType, now));
		const [first] = agendaOf([list], shown, firstDay(dayType, today), today, isEveningAt(look.now));
		const cards = { ...list, items: list.items.map(cardOf) };
		return { responses: { [apiPath(call)]: cards }, poster: first?.entries[0]?.event.posters.at(-1) };
	};

	const findList = async ({ uid }: Loc, filters: ListFilters, start: number, look: Look) => {
		const { now, locale, formats } = look;
		const asker = { uid, caller: null, isMonthFirst: formats.isMonthFirst };
		const isCalendar = filters.view === 'calendar';
		const day = filters.day ?? dayOf(now);
		const range = { start, count: paging.defaultCount };
		const query = searchQuery(isCalendar ? { ...filters, day } : filters, now, locale, range);
		const input = validInput(searchQuerySchema, Object.fromEntries(query));
		const found = await finder.search(asker, input);
		const responses: PageContent['responses'] = { [bffPath.search(uid, query)]: found };
		if (isCalendar) {
			const days = daysQuery(filters, day, locale);
			const input = validInput(daysQuerySchema, Object.fromEntries(days));
			responses[bffPath.searchDays(uid, days)] = await finder.days(asker, input);
		}
		return { responses, poster: undefined };
	};

	/** Search engines should index events, not searches. */
	const searchPage = async (loc: Loc, request: PageRequest, look: Look): Promise<PageContent> => {
		const q = request.filters?.q.trim() ?? '';
		const title = [q, words[look.locale].words_search, loc.name].filter((part) => part !== '').join(' · ');
		const content = await cityPage(loc, request, look);
		// A search without words shows the types with their posters, but no rows of events.
		const front = content.front && firstRows(content.front, 0);
		return { ...content, front, head: unlistedHead(title, look) };
	};

	const placePage = async ({ params, url }: PageRequest, look: Look): Promise<PageContent> => {
		const { uid = '', place = '' } = params;
		const found = await finder.place({ uid, caller: null, isMonthFirst: false }, place);
		const [first] = found.events;
		// Anyone can write any text into the URL. Only the place of an event becomes a title.
		const name = first && venueFirst({ address: place, locName: first.locName });
		const head = name === undefined ? unlistedHead(undefined, look) : plainHead(name, url, look);
		const responses = { [bffPath.searchPlace(uid, place)]: found };
		return contentOf(head, look, { responses });
	};

	/** Reads the person's name from one of their events: the specification has no call for a person. */
	const personPage = async (
		{ params, status, start, url }: PageRequest,
		look: Look,
	): Promise<PageContent> => {
		const { id = '' } = params;
		const relation = relations.find((each) => each === params.relation) ?? relations[0];
		const own = await reader.personPage(id, 'created', 'ongoing', { start: 0, count: 1 });
		if (own === null) return messagePage(404, 'words_page_not_found', look);
		const count = relation === 'created' ? paging.maxCount : paging.defaultCount;
		const page = await reader.personPage(id, relation, status, { start, count }).catch(orNull);
		const say = words[look.locale];
		const name = own.list.items[0]?.owner?.name;
		const title = [
			...(status === 'expired' ? [say.words_past] : []),
			say[`words_${relation}`],
			...(name === undefined ? [] : [fill(say.words_people_of, { name })]),
		].join(' · ');
		const head = plainHead(title, url, look);
		return contentOf(start === 0 ? head : unlisted(head), look, {
			responses: Object.fromEntries(
				[own, page].flatMap((each) => (each ? [[apiPath(each.call), each.list]] : [])),
			),
		});
	};

	/** Null if a read failed. Rethrows this visitor's limits: an incomplete page would be cached for others. */
	const orNull = (error: unknown) => {
		if (isOfVisitor(error)) throw error;
		return ignoreProblem(error);
	};
	/** Shows the cities, and the first city's next events. */
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
		return contentOf(eventHead(view.event, look), look, { responses: { [path]: view.event } });
	};

	const pageOf = async (request: PageRequest, look: Look): Promise<PageContent> => {
		const { page, params } = request;
		const { uid, id = '' } = params;
		if (uid !== undefined) {
			const loc = await reader.findLoc(uid);
			if (loc === null) return messagePage(404, 'words_city_not_found', look);
			if (page === 'place') return placePage(request, look);
			return (page === 'citySearch' ? searchPage : cityPage)(loc, request, look);
		}
		if (page === 'event') return eventPage(id, look);
		if (page === 'user') return personPage(request, look);
		const plain = plainPage(request, look);
		if (page === 'offline') return { ...plain, head: unlistedHead(undefined, look) };
		if (page === 'home' || page === 'cities') return homePage(plain);
		if (page === 'search')
			return { ...plain, head: unlistedHead(undefined, look), locs: await reader.locs() };
		return plain;
	};

	/** Returns a page for problems, too, except for this visitor's limits. @throws ProblemError at these limits */
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
							placeholder: withoutScripts(words[look.locale].words_sign_in, look),
						}
					: unlistedPage(200, 'words_sign_in', look);
			const isTemporary = hasReason(
				error,
				...(['overloaded', 'calls_reserved', 'service_unreachable', 'service_timeout'] as const),
			);
			// Search engines request a page again after a 503.
			return messagePage(isTemporary ? 503 : 502, wordOf(problem) ?? 'words_failed', look);
		}
	};
}
