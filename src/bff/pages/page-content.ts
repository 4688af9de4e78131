/** Reads what a page shows at first: its public data. Chooses status and head tags, and `noindex`. */
import { escapeUTF8 as escapeHtml } from 'entities';
import { apiPath } from '../../contract/bff-api/api.ts';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import { daysQuerySchema, searchQuerySchema } from '../../contract/bff-api/search.ts';
import { agendaOf, firstDay, isEveningAt, isListed } from '../../contract/event/agenda.ts';
import { venueFirst } from '../../contract/event/event.ts';
import { isCity, type Loc } from '../../contract/event/loc.ts';
import { dayOf } from '../../contract/event/wall-clock.ts';
import { calendarStart, daysQuery, searchQuery } from '../../contract/list-calls.ts';
import { isFromIndex, isPlainList, type ListFilters } from '../../contract/list-filters.ts';
import { bffPath, type MatchedPage, type PageName, pagePatterns, relations } from '../../contract/paths.ts';
import { paging, type RelationStatus } from '../../contract/spec/filters.ts';
import { fill, words } from '../../contract/words/words.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import type { Finder, Parts } from '../parts.ts';
import { hasReason, ignoreProblem, ProblemError, validInput } from '../problems/problem.ts';
import { contactLink, type Word, wordOf } from '../problems/problem-page.ts';
import { cardOf } from '../reads/public-reader.ts';
import { firstRows, readFront, soonestOf } from './front.ts';
import { cityHead, eventHead, type Head, type Look, plainHead, titleOf } from './head.ts';

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

/** The parts that read a page's content, and the request. */
interface Reading extends Pick<Parts, 'time' | 'reader'> {
	finder: Finder;
	request: PageRequest;
	look: Look;
}

/** Titles that need no data. Search engines should not index a page that has neither such a title nor data. */
const titleWords: Partial<Record<PageName, Word>> = {
	home: 'words_choose_city',
	cities: 'words_choose_city',
	me: 'words_my_events',
	settings: 'words_settings',
	developers: 'words_developers',
};

/** Tells search engines not to index the page. */
const unlisted = ({ title, tags }: Head): Head => ({
	title,
	tags: [...tags, '<meta name="robots" content="noindex">'],
});

const unlistedHead = (name: string | undefined, look: Look): Head =>
	unlisted({ title: titleOf(name, look), tags: [] });

const linkTo = (path: string, text: string) => `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;

/** @param more HTML between the heading and the link to the start page */
function messageHtml(heading: string, { locale, brand }: Look, more = ''): string {
	const home = linkTo(pagePatterns.home, words[locale].words_to_start);
	const header = `<header>${linkTo(pagePatterns.home, brand.name)}</header>`;
	return `${header}<main><h1>${escapeHtml(heading)}</h1>${more}<p>${home}</p></main>`;
}

/** @param rest replaces the defaults: status 200, no data, and a placeholder which says that the page needs scripts */
function contentOf(head: Head, look: Look, rest: Partial<PageContent> = {}): PageContent {
	const heading = head.title.replace(` · ${look.brand.name}`, '');
	const needsScripts = `<p>${escapeHtml(words[look.locale].words_needs_scripts)}</p>`;
	const placeholder = `<noscript>${messageHtml(heading, look, needsScripts)}</noscript>`;
	return { status: 200, head, placeholder, loc: null, locs: null, front: null, responses: {}, ...rest };
}

/** A page that only says why there is nothing else. */
function messagePage(status: number, word: Word, look: Look): PageContent {
	const heading = words[look.locale][word];
	const cities = linkTo(pagePatterns.cities, words[look.locale].words_choose_city);
	const links =
		word === 'words_city_not_found' ? `<p>${cities}</p>` : contactLink(word, look.brand, look.locale);
	const placeholder = messageHtml(heading, look, links);
	return contentOf(unlistedHead(heading, look), look, { status, placeholder });
}

/** A page that the app may show to people who sign in. Without scripts, it is a message. */
function closedPage(status: 200 | 404, word: Word, look: Look): PageContent {
	const placeholder = `<noscript>${messageHtml(words[look.locale][word], look)}</noscript>`;
	return contentOf(unlistedHead(undefined, look), look, { status, placeholder });
}

function plainHeadOf({ page, url }: PageRequest, look: Look): Head {
	const word = titleWords[page];
	return word === undefined ? unlistedHead(undefined, look) : plainHead(words[look.locale][word], url, look);
}

/** Search engines should index only the first page of a list. */
const ofFirstPage = (head: Head, { start }: PageRequest): Head => (start === 0 ? head : unlisted(head));

/** Whether reading failed at a limit that may affect only this visitor. */
const isOfVisitor = (error: unknown) => isOwnLimit(error) && !hasReason(error, 'calls_reserved');

/** Returns null for a failed read. Rethrows this visitor's limits: an incomplete page would be cached for others. */
function orNull(error: unknown): null {
	if (isOfVisitor(error)) throw error;
	return ignoreProblem(error);
}

/** Reads a list in the service's order. */
async function readList(
	{ reader, request: { start }, look }: Reading,
	{ id: loc }: Loc,
	filters: ListFilters,
) {
	const { dayType } = filters;
	const type = filters.type === 'all' ? undefined : filters.type;
	const { call, list } = await reader.listPage({ loc, day_type: dayType, type, start });
	const today = dayOf(look.now);
	const now = look.timeZone === null ? null : look.now;
	const shown = list.items.filter((event) => isListed(event, dayType, now));
	const [first] = agendaOf([list], shown, firstDay(dayType, today), today, now && isEveningAt(now));
	const cards = { ...list, items: list.items.map(cardOf) };
	return { responses: { [apiPath(call)]: cards }, poster: first?.entries[0]?.event.posters.at(-1) };
}

/** Reads a list or a calendar from the search index. */
async function findList({ finder, request: { start }, look }: Reading, { uid }: Loc, filters: ListFilters) {
	const { now, locale, formats } = look;
	const asker = { uid, caller: null, isMonthFirst: formats.isMonthFirst };
	const isCalendar = filters.view === 'calendar';
	const day = filters.day ?? dayOf(now);
	const range = { start, count: paging.defaultCount };
	const query = searchQuery(isCalendar ? { ...filters, day } : filters, now, locale, range);
	const found = await finder.search(asker, validInput(searchQuerySchema, Object.fromEntries(query)));
	const responses: PageContent['responses'] = { [bffPath.search(uid, query)]: found };
	if (isCalendar) {
		const days = daysQuery(filters, calendarStart(day, dayOf(now)), locale);
		const counted = await finder.days(asker, validInput(daysQuerySchema, Object.fromEntries(days)));
		responses[bffPath.searchDays(uid, days)] = counted;
	}
	return { responses, poster: undefined };
}

async function cityPage(reading: Reading, loc: Loc): Promise<PageContent> {
	const { reader, time, request, look } = reading;
	const { filters } = request;
	if (filters === null) {
		const front = await readFront(reader, loc.id, time);
		const [first] = [front.today, front.weekend, front.popular, front.upcoming, front.running].flat();
		const head = cityHead(loc, null, first?.posters.at(-1), look);
		return contentOf(head, look, { loc, front: firstRows(front, 2) });
	}
	// The browser reads lists with other filters itself.
	if (!isPlainList(filters) && !isFromIndex(filters))
		return contentOf(cityHead(loc, filters, undefined, look), look, { loc });
	const { responses, poster } = await (isFromIndex(filters) ? findList : readList)(reading, loc, filters);
	return contentOf(ofFirstPage(cityHead(loc, filters, poster, look), request), look, { loc, responses });
}

/** Search engines should index events, not searches. */
async function searchPage(reading: Reading, loc: Loc): Promise<PageContent> {
	const { request, look } = reading;
	const q = request.filters?.q.trim() ?? '';
	const title = [q, words[look.locale].words_search, loc.name].filter((part) => part !== '').join(' · ');
	const content = await cityPage(reading, loc);
	// A search without words shows the types with their posters, but no rows of events.
	const front = content.front && firstRows(content.front, 0);
	return { ...content, front, head: unlistedHead(title, look) };
}

async function placePage({ finder, request, look }: Reading): Promise<PageContent> {
	const { uid = '', place = '' } = request.params;
	const found = await finder.place({ uid, caller: null, isMonthFirst: false }, place);
	const [first] = found.events;
	// Anyone can write any text into the URL. Only the place of an event becomes a title.
	const name = first && venueFirst({ address: place, locName: first.locName });
	const head = name === undefined ? unlistedHead(undefined, look) : plainHead(name, request.url, look);
	return contentOf(head, look, { responses: { [bffPath.searchPlace(uid, place)]: found } });
}

/** Reads the person's name from one of their events: the specification has no call for a person. */
async function personPage({ reader, request, look }: Reading): Promise<PageContent> {
	const { params, status, start, url } = request;
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
	const read = [own, page].filter((each) => each !== null);
	return contentOf(ofFirstPage(plainHead(title, url, look), request), look, {
		responses: Object.fromEntries(read.map(({ call, list }) => [apiPath(call), list])),
	});
}

async function eventPage({ reader, request, look }: Reading): Promise<PageContent> {
	const { id = '' } = request.params;
	const view = await reader.event(id);
	if (view.state === 'absent') return messagePage(404, 'words_event_not_found', look);
	if (view.state === 'hidden') return closedPage(404, 'words_event_not_found', look);
	const path = apiPath({ operation: 'getEvent', parameters: { id } });
	return contentOf(eventHead(view.event, look), look, { responses: { [path]: view.event } });
}

/** Shows the cities, and the first city's next events. */
async function citiesPage({ reader, time, request, look }: Reading): Promise<PageContent> {
	const locs = await reader.locs();
	const loc = locs.find(isCity);
	const front = loc === undefined ? null : await readFront(reader, loc.id, time).catch(orNull);
	return contentOf(plainHeadOf(request, look), look, { locs, front: front && soonestOf(front) });
}

type ReadPage = (reading: Reading) => Promise<PageContent>;

const ofCity =
	(read: (reading: Reading, loc: Loc) => Promise<PageContent>): ReadPage =>
	async (reading) => {
		const loc = await reading.reader.findLoc(reading.request.params.uid ?? '');
		return loc === null ? messagePage(404, 'words_city_not_found', reading.look) : read(reading, loc);
	};

/** Functions that read the content of pages. Pages that are not listed have none. */
const readers: Partial<Record<PageName, ReadPage>> = {
	home: citiesPage,
	cities: citiesPage,
	city: ofCity(cityPage),
	citySearch: ofCity(searchPage),
	search: async ({ reader, request, look }) =>
		contentOf(plainHeadOf(request, look), look, { locs: await reader.locs() }),
	place: ofCity(placePage),
	event: eventPage,
	user: personPage,
};

function isOffered({ page, filters }: PageRequest, { brand: { surfaces } }: Look): boolean {
	if (page === 'developers') return surfaces.includes(page);
	if ((page === 'search' || page === 'citySearch') && !surfaces.includes('search')) return false;
	return filters === null || isListOffered(surfaces, filters);
}

/** A page for a problem that does not depend on the visitor. */
function problemPage(error: ProblemError, request: PageRequest, look: Look): PageContent {
	const { problem } = error;
	if (problem.reason === 'sign_in_required')
		return { ...closedPage(200, 'words_sign_in', look), head: plainHeadOf(request, look) };
	const mayPass = hasReason(error, 'overloaded', 'calls_reserved', 'service_unreachable', 'service_timeout');
	// Search engines request a page again after a 503.
	return messagePage(mayPass ? 503 : 502, wordOf(problem) ?? 'words_failed', look);
}

/** Returns a page for problems, too. @throws ProblemError at a limit that may affect only this visitor */
export async function readContent(
	sources: Pick<Reading, 'time' | 'reader' | 'finder'>,
	request: PageRequest | null,
	look: Look,
): Promise<PageContent> {
	if (request === null || !isOffered(request, look)) return messagePage(404, 'words_page_not_found', look);
	try {
		const read = readers[request.page];
		if (read !== undefined) return await read({ ...sources, request, look });
		return contentOf(plainHeadOf(request, look), look);
	} catch (error) {
		if (!(error instanceof ProblemError) || isOfVisitor(error)) throw error;
		return problemPage(error, request, look);
	}
}
