import { beforeEach, describe, expect, it } from 'vitest';
import { CityIndex } from '../../../src/bff/search/city-index.ts';
import type { PlaceResponse, SearchResponse } from '../../../src/contract/bff-api/search.ts';
import type { PublicEvent } from '../../../src/contract/event/event.ts';
import { sortByTimes } from '../../../src/contract/event/times.ts';
import { bffPath } from '../../../src/contract/paths.ts';
import type { WireEvent, WireEventList } from '../../../src/contract/spec/resources.ts';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import type { Browser } from '../browser.ts';
import { answer, fakeEvent } from '../fake-service.ts';
import { publicEvents } from '../public-event.ts';
import { startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

const maxBytes = 64 * 1024 * 1024;

/** The typed text, and a pattern for the events that it should find. */
interface Query {
	q: string;
	/** Applied to type, title, place and owner as one text. */
	fits: RegExp;
}

const rows = (fits: RegExp, ...queries: string[]): Query[] => queries.map((q) => ({ q, fits }));

/**
 * Queries by title and by meaning, in several languages. The pattern matches each of the first three results, applied
 * to type, title, place and owner as one text.
 */
const queries: readonly Query[] = [
	// Words and parts of words, in any order.
	...rows(/钢琴独奏会/, '钢琴独奏会'),
	...rows(/独奏/, '独奏'),
	...rows(/图书漂流/, '漂流 图书'),
	...rows(/琴/, '琴'),
	...rows(/repair café/i, 'repair cafe'),
	...rows(/Ellington to Sun Ra/, 'Ellington 派对'),
	// A wrong, a missing and a swapped character.
	...rows(/露天电影/, '露天电景'),
	...rows(/看不见的城市/, '看不见城市'),
	...rows(/swing dance/i, 'swnig dance'),
	...rows(/frisbee/i, 'fribsee', 'frisb'),
	...rows(/quartet/i, 'quartett', 'ＱＵＡＲＴＥＴ'),
	...rows(/^music /, 'concert', 'live music', '音乐会', 'concierto', 'Konzert', 'コンサート'),
	...rows(/^film /, 'movies', '影片', 'película', 'Kino', '映画'),
	...rows(/^drama /, 'theatre', 'play', '舞台剧', 'teatro', '演劇'),
	...rows(
		/^exhibition |摄影|艺术区|美术馆|博物馆|museum|gallery|展/i,
		...['museum', 'art', '美术馆', 'exposición', 'Ausstellung', '展覧会'],
	),
	...rows(/^party |派对/, 'parties', '派对', 'fiesta', 'Feier', 'パーティー'),
	...rows(/^sports /, 'sport', '体育', 'deporte', 'スポーツ'),
	...rows(/^travel /, 'outdoors', '户外', 'viaje', 'Ausflug', 'アウトドア'),
	...rows(/^salon |talk/i, 'lecture', '讲座', 'charla', 'Vortrag', '講演'),
	...rows(/^commonweal /, 'volunteer', '公益', 'voluntariado', 'Ehrenamt', 'ボランティア'),
	...rows(/徒步|登山|慢行|day trip|hike/i, 'hiking', '登山', 'senderismo', 'Wanderung', 'ハイキング'),
	...rows(/攀岩|bouldering/i, 'climbing', 'Klettern', 'escalada'),
	...rows(/爵士|quartet|jazz/i, 'jazz', '爵士'),
	...rows(/喜剧|即兴|comedy|improv/i, 'comedy', '脱口秀', 'comedia'),
	...rows(/读书|图书|book|lecture/i, 'books', '读书', 'Bücher'),
	...rows(/yoga|瑜伽/i, 'yoga', 'ヨガ'),
	...rows(/football|足球/i, 'football', 'fútbol', 'Fußball', '足球', 'サッカー'),
	...rows(/kids|children|儿童|亲子|family/i, 'kids', 'niños', 'Kinder', '子供'),
	...rows(/三里屯|sanlitun/i, 'Sanlitun'),
	...rows(/^music /, 'concrt', 'konzrt'),
];

/** Indexes all upcoming events of the demo data. */
async function indexDemo() {
	const { call } = await startTestSandbox({ seed: 'demo' });
	const elements: WireEvent[] = [];
	for (let start = 0; start < 2_000; start += 100) {
		const path = `/v2/event/list?day_type=future&start=${start}&count=100`;
		const { body } = await call<WireEventList>('GET', path);
		if (body.events.length === 0) break;
		elements.push(...body.events);
	}
	const events = publicEvents(elements);
	const index = new CityIndex(maxBytes);
	index.add(events);
	expect(index.size).toBe(events.length);
	const textOf = ({ type, title, address, owner }: PublicEvent) =>
		`${type} ${title} ${address} ${owner?.name}`;
	/** Whether the first three hits match the pattern, or as many as could. */
	return ({ q, fits }: Query) => {
		const isFit = (event: PublicEvent) => fits.test(textOf(event));
		const wanted = Math.min(3, events.filter(isFit).length);
		const found = index
			.find(q, {})
			.hits.slice(0, 3)
			.filter(({ event }) => isFit(event));
		return wanted > 0 && found.length >= wanted;
	};
}

describe('the index of a city', () => {
	it('finds the events that queries mean, despite typos, and in five languages', async () => {
		const isFound = await indexDemo();
		expect(queries.filter((each) => !isFound(each)).map(({ q }) => q)).toEqual([]);
	});
});

describe('GET /search/cities/:uid', () => {
	const search = async (browser: Browser, query: string) =>
		await browser.json<SearchResponse>(`/search/cities/beijing?${query}`);

	it('sends ranked hits, the words that matched, and how fresh and complete the index is', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		await expect.poll(async () => (await search(browser, 'q=x')).is_complete).toBe(true);
		const { id } = await sandbox.someEvent();
		const { title } = (await sandbox.call<WireEvent>('GET', `/v2/event/${id}`)).body;
		const response = await search(browser, `q=${encodeURIComponent(title)}`);
		expect(response.hits[0]?.event.title).toBe(title);
		expect(response.hits[0]?.terms.length).toBeGreaterThan(0);
		expect(response.indexed).toBe(response.listed);
		expect(response.hits[0]?.event.content).toBeNull();
		const eventsOf = async (query: string) => (await search(browser, query)).hits.map(({ event }) => event);
		const [best, soonest] = [await eventsOf('q=film+music'), await eventsOf('q=film+music&sort=start')];
		expect(soonest).toEqual(sortByTimes(best, null));
		expect(soonest).not.toEqual(best);
	});

	it('has the events at a place: at its address, or at its coordinates if there is no address, by start', async () => {
		const { service, browser } = await startSite();
		const events = [
			{ id: 'late', address: 'Blue Note', begin_time: '2026-11-23 19:00:00', end_time: '' },
			{ id: 'early', address: 'Blue Note' },
			{ id: 'other', address: 'Red Note' },
			{ id: 'point', address: '', geo: '39.9 116.4' },
		].map((fields) => ({ ...fakeEvent, ...fields }));
		service.handler = answer('/v2/event/list', { events, total: events.length });
		for (const [place, ids] of [
			['Blue Note', ['early', 'late']],
			['39.9, 116.4', ['point']],
		] as const) {
			const found = await browser.json<PlaceResponse>(bffPath.searchPlace('beijing', place));
			expect(found.events.map(({ id }) => id)).toEqual(ids);
		}
	});

	it('rejects an invalid query or range of days, and an unknown city', async () => {
		const { browser } = await startSite();
		for (const path of [
			'',
			`?q=${'x'.repeat(101)}`,
			'?q=x&from=today',
			'?day=today',
			'?day=2026-11-21&start=-1',
			'?day=2026-11-21&count=100',
			'/days?from=2026-11-01',
			'/days?from=2026-11-30&to=2026-11-01',
			'/days?from=2026-01-01&to=2026-12-31',
		]) {
			const { status, headers } = await browser.get(`/search/cities/beijing${path}`);
			expect([path, status]).toEqual([path, 400]);
			expect(headers.get('content-type')).toContain('application/problem+json');
		}
		expect((await browser.get('/search/cities/atlantis?q=x')).status).toBe(404);
	});
});

describe('a search for a time', () => {
	const events = [
		{ id: '1', title: 'Jazz brunch', begin_time: '2026-11-20 10:30:00', end_time: '2026-11-20 14:00:00' },
		{ id: '2', title: 'Jazz trio', begin_time: '2026-11-20 20:00:00', end_time: '2026-11-20 23:00:00' },
		{ id: '3', title: 'Jazz for two', begin_time: '2026-12-13 20:00:00', end_time: '2026-12-13 22:00:00' },
		{ id: '4', title: 'Jazz duo', begin_time: '2026-12-05 20:00:00', end_time: '2026-12-05 22:00:00' },
		{ id: '5', title: 'Jazz posters', begin_time: '2026-11-01 10:00:00', end_time: '2027-02-04 18:00:00' },
		{ id: '6', title: 'Night market', begin_time: '2026-11-22 11:00:00', end_time: '2026-11-22 15:00:00' },
		{ id: '7', title: 'Saturday Night Fever', begin_time: '2026-11-24 20:00:00', end_time: '' },
		{ id: '8', title: 'Swing camp', begin_time: '2026-11-19 20:00:00', end_time: '2026-11-21 03:00:00' },
	].map((fields) => ({ ...fakeEvent, ...fields }));

	let browser: Browser;
	beforeEach(async () => {
		const site = await startSite();
		site.service.handler = answer('/v2/event/list', { count: 8, start: 0, total: 8, events });
		browser = site.browser;
	});

	async function find(query: string, language = 'en', time = '12:00') {
		const now = `2026-11-20+${time}:00`;
		const response = await browser.fetch(`/search/cities/beijing?now=${now}&from=${now}&${query}`, {
			headers: { 'Accept-Language': language },
		});
		const { hits, when, words, near } = (await response.json()) as SearchResponse;
		return { ids: hits.map(({ event }) => event.id), when, words, near };
	}

	it('finds what is on in that part of that day, and says which words it used', async () => {
		expect(await find('q=jazz+tonight')).toMatchObject({
			ids: ['2'],
			words: 'jazz',
			when: { text: 'tonight', from: '2026-11-20', to: '2026-11-20', part: 'evening' },
		});
		expect(await find('q=jazz+on+now')).toMatchObject({ ids: ['1', '5'], when: { part: 'now' } });
		expect((await find('q=dec+5')).ids).toEqual(['4', '5']);
		expect((await find('q=12/5', 'en-US,en')).ids).toEqual(['4', '5']);
		expect((await find('q=12月5日&lang=ja')).ids).toEqual(['4', '5']);
	});

	it('finds no events in the rest of a day that have closed for that day', async () => {
		expect((await find('q=jazz+today', 'en', '17:59')).ids).toEqual(['2', '5']);
		expect((await find('q=jazz+today', 'en', '18:00')).ids).toEqual(['2']);
		expect((await find('q=jazz+tomorrow', 'en', '18:00')).ids).toEqual(['5']);
	});

	it('finds an event of a few days at any hour until its end', async () => {
		for (const when of ['now', 'tonight', 'tomorrow', 'this+morning'])
			expect([when, (await find(`q=swing+${when}`, 'en', '22:47')).ids]).toEqual([when, ['8']]);
		expect((await find('q=swing+tomorrow+night')).ids).toEqual([]);
	});

	it('takes a lone word for a part of the day also as an ordinary word, and puts names with it first', async () => {
		expect(await find('q=night')).toMatchObject({
			ids: ['6', '7', '8', '2', '4', '3'],
			when: { text: 'night', part: 'evening' },
		});
	});

	it('uses a chosen day instead of the one in its words', async () => {
		expect(await find('q=jazz+tonight&day=2026-12-05')).toMatchObject({
			ids: ['4'],
			when: { from: null, to: null, part: 'evening' },
		});
	});

	it('takes words for times as ordinary words where they belong to a name', async () => {
		expect(await find('q=saturday+night+fever')).toMatchObject({ ids: ['7'], when: null });
		expect(await find('q=night+market')).toMatchObject({ ids: ['6'], when: null, words: 'night market' });
	});

	it('puts the soonest of equally good results first', async () => {
		expect((await find('q=jazz')).ids).toEqual(['1', '2', '4', '3', '5']);
	});

	it('without results, offers the nearest days that have some', async () => {
		expect(await find('q=duo+tonight')).toMatchObject({ ids: [], near: [{ day: '2026-12-05', count: 1 }] });
		expect((await find('q=jazz&day=2026-12-06')).near?.[0]).toEqual({ day: '2026-11-20', count: 2 });
	});
});

describe('a search for a price', () => {
	const events = [
		{ id: '1', title: 'Ceramics', category: 'exhibition', fee_str: '免费', tags: '陶艺,clay' },
		{ id: '2', title: 'Prints', category: 'exhibition', fee_str: '¥40', address: 'Moganshan Road 50' },
		{ id: '3', title: 'Bronze', category: 'exhibition', price_range: '80-280', content: 'Feel free to ask.' },
		{ id: '4', title: 'Paper', category: 'exhibition', content: 'Gratis' },
	].map((fields) => ({ ...fakeEvent, content: 'text', ...fields }));
	/** @returns a function that searches among these events */
	const startSearching = async (listed: readonly object[] = events) => {
		const { service, browser } = await startSite();
		service.handler = answer('/v2/event/list', { events: listed, total: listed.length });
		return async (q: string, more = '') => {
			const path = `/search/cities/108288?q=${encodeURIComponent(q)}${more}`;
			const { hits, price, words } = await browser.json<SearchResponse>(path);
			return { ids: hits.map(({ event }) => event.id).toSorted(), price, words };
		};
	};

	it('finds what is free, in ten languages', async () => {
		const search = await startSearching();
		for (const q of [
			...['kostenlose Ausstellung', 'free exhibition', 'exposición gratis', 'exposition gratuite'],
			...['exposição grátis', '免费展览', '免費 展覽', '無料 展覧会', '무료 전시', 'معرض مجاني'],
		]) {
			const { ids, price } = await search(q);
			expect([q, ids, price?.max]).toEqual([q, ['1'], 0]);
			expect(q.toLowerCase()).toContain(price?.text.toLowerCase());
		}
	});

	it('finds what costs no more than the price, and takes no house number for a price', async () => {
		const search = await startSearching();
		const limits = [
			'under ¥50',
			'50元以下',
			'unter 50 €',
			'menos de 50',
			'50円まで',
			'50원 이하',
			'exhibition under ¥50',
		];
		for (const q of limits) {
			const { ids, price } = await search(q);
			expect([q, ids, price?.max]).toEqual([q, ['1', '2'], 50]);
		}
	});

	it('takes the words as ordinary words in a name, for an age, and where no price is known', async () => {
		const inName = await startSearching([{ ...fakeEvent, title: 'Free jazz night', fee_str: '¥90' }]);
		expect((await inName('free jazz')).ids).toEqual(['10']);
		expect((await (await startSearching())('under 12')).price).toBeNull();
		const unpriced = events.map(({ fee_str: _, price_range: _range, ...event }) => event);
		const unknown = await startSearching(unpriced);
		expect(await unknown('gratis')).toMatchObject({ ids: ['4'], price: null });
	});

	it('can be a filter, and finds tags', async () => {
		const search = await startSearching();
		expect((await search('exhibition', '&price=0')).ids).toEqual(['1']);
		expect((await search('陶艺')).ids).toEqual(['1']);
	});
});
