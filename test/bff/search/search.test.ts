import { describe, expect, it } from 'vitest';
import { createCityIndex, type SearchFilters } from '../../../src/bff/search/city-index.ts';
import { tokenize } from '../../../src/bff/search/tokenize.ts';
import type { SearchResponse } from '../../../src/contract/bff-api/search.ts';
import { type Day, startOfDay } from '../../../src/contract/event/wall-clock.ts';
import type { WireEvent, WireEventList } from '../../../src/contract/spec/resources.ts';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { answer, fakeEvent, listOf, reject } from '../fake-service.ts';
import { publicEvent, publicEvents } from '../public-event.ts';
import { startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

describe('words of a text', () => {
	it('are those of the language, without accents, in lower case', () => {
		expect(tokenize('Repair Café: ＬＡＭＰＳ')).toEqual(['repair', 'cafe', 'lamps']);
	});
	it('are whole words and pairs of characters in Chinese', () => {
		expect(tokenize('钢琴独奏会')).toEqual(expect.arrayContaining(['钢琴', '琴独', '独奏', '奏会']));
	});
});

/** Midnight at the start of a day. */
const at = (text: string) => startOfDay(text as Day);
const day = '2026-11-21' as Day;
const maxBytes = 64 * 1024 * 1024;

/** What is typed, and a pattern of the title, place and owner of the events that match it. */
const spelled: readonly (readonly [q: string, fits: RegExp])[] = [
	// Chinese: whole words, two words, a part of a word, words in another order, a single character.
	['钢琴独奏会', /钢琴独奏会/],
	['小剧场', /小剧场/],
	['昆曲 牡丹亭', /昆曲.*牡丹亭/],
	['独奏', /独奏/],
	['漂流 图书', /图书漂流/],
	['琴', /琴/],
	// With a wrong, a missing and a swapped character.
	['钢琴独走会', /钢琴独奏会/],
	['露天电景', /露天电影/],
	['流浪动物领样', /流浪动物领养/],
	['看不见城市', /看不见的城市/],
	['周未徒步', /周末徒步/],
	['猫咪咖非馆', /猫咪咖啡馆/],
	// Both languages at once.
	['Ellington 派对', /Ellington to Sun Ra/],
	// English, without accents and in wide letters.
	['late set', /late set/i],
	['Shorts talk', /shorts & talk/i],
	['repair cafe', /repair café/i],
	['board games dumplings', /board games & dumplings/i],
	['Agnes Varda', /agnès varda/i],
	['ＱＵＡＲＴＥＴ', /quartet/i],
	// With typos, and the beginning of a word.
	['quartett', /quartet/i],
	['restrospective', /retrospective/i],
	['fribsee', /frisbee/i],
	['bouldring', /bouldering/i],
	['dumplngs', /dumplings/i],
	['swnig dance', /swing dance/i],
	['Kiarstami', /kiarostami/i],
	['frisb', /frisbee/i],
];

/** Words in five languages by what the first results must match in their type, title, place or owner. */
const meanings: readonly (readonly [fits: RegExp, words: string])[] = [
	[/^music /, 'concert|live music|音乐会|演唱会|concierto|Konzert|コンサート'],
	[/^film /, 'movies|cinema|影片|película|Kino|映画|docummentary'],
	[/^drama /, 'theatre|play|舞台剧|teatro|演劇'],
	[
		/^exhibition |摄影|艺术区|美术馆|博物馆|museum|gallery|展/i,
		'museum|art|美术馆|exposición|Ausstellung|展覧会|exibition',
	],
	[/^party |派对/, 'parties|fiesta|Feier|パーティー'],
	[/^sports /, 'sport|体育|deporte|スポーツ'],
	[/^travel /, 'trip|outdoors|户外|viaje|Ausflug|アウトドア'],
	[/^salon /, 'lecture|charla|Vortrag|講演'],
	[/^commonweal /, 'volunteer|志愿|voluntariado|Ehrenamt|ボランティア'],
	[/徒步|登山|慢行|day trip|hike/i, 'hiking|senderismo|Wanderung|ハイキング'],
	[/攀岩|bouldering/i, 'climbing|Klettern|escalada'],
	[/夜跑|run/i, 'jogging|跑步'],
	[/骑行|cycl|bike/i, 'cycling'],
	[/爵士|quartet|jazz/i, 'jazz|爵士'],
	[/钢琴|室内乐/, 'classical|Klavier'],
	[/喜剧|即兴|comedy|improv/i, '脱口秀|comedia'],
	[/读书|图书|book/i, 'books|Bücher'],
	[/露营|观星/, 'camping|stargazing'],
	[/市集|market/i, 'market|Flohmarkt'],
	[/repair caf/i, 'reparatur'],
];

/** An index of all coming events of the demo data, and what it finds. */
async function demoIndex() {
	const { call } = await startTestSandbox({ seed: 'demo' });
	const elements: WireEvent[] = [];
	for (let start = 0; ; start += 100) {
		const path = `/v2/event/list?day_type=future&start=${start}&count=100`;
		const { events } = (await call<WireEventList>('GET', path)).body;
		if (events.length === 0) break;
		elements.push(...events);
	}
	const events = publicEvents(elements);
	const index = createCityIndex(maxBytes);
	await index.add(events);
	expect(index.size()).toBe(events.length);
	/** How many of the first results match, and how many could: as many as there are events, at most `most`. */
	const look = (q: string, fits: RegExp, most: number) => {
		const texts = (list: typeof events) =>
			list.map(({ type, title, address, owner }) => `${type} ${title} ${address} ${owner?.name}`);
		const wanted = Math.min(most, texts(events).filter((each) => fits.test(each)).length);
		const first = index.find(q, {}).map(({ event }) => event);
		const found = (among: number) => texts(first.slice(0, among)).filter((each) => fits.test(each)).length;
		return { wanted, found };
	};
	return { look };
}

describe('the index of a city', () => {
	it('finds what people type, despite typos, and what words mean in five languages', async () => {
		const { look } = await demoIndex();
		const recalls = spelled.map(([q, fits]) => {
			const { wanted, found } = look(q, fits, 20);
			expect(wanted, q).toBeGreaterThan(0);
			expect(found(20) / wanted, q).toBeGreaterThanOrEqual(0.5);
			return found(20) / wanted;
		});
		expect(recalls.reduce((sum, recall) => sum + recall) / recalls.length).toBeGreaterThan(0.95);
		const queries = meanings.flatMap(([fits, words]) => words.split('|').map((q) => [q, fits] as const));
		const failed = queries.filter(([q, fits]) => {
			const { wanted, found } = look(q, fits, 3);
			return wanted === 0 || found(wanted) < wanted;
		});
		expect(failed.length, JSON.stringify(failed.map(([q]) => q))).toBeLessThanOrEqual(3);
	});

	it('accepts events without any field but an id', async () => {
		const odd = publicEvents([null, 7, {}, { id: '1' }, { id: '2', title: 9, begin_time: 3, owner: 'x' }]);
		const index = createCityIndex(maxBytes);
		await index.add(odd);
		expect(index.size()).toBe(2);
		const range = { from: at('2026-11-21'), to: null };
		expect(index.find('', { range })).toEqual([]);
		expect(index.find('', { day })).toEqual([]);
	});

	it('combines words with times and type', async () => {
		const events = [
			publicEvent({ id: '1', title: 'jazz', category: 'music' }),
			publicEvent({ id: '2', title: 'jazz', category: 'film' }),
		];
		const index = createCityIndex(maxBytes);
		await index.add(events);
		const ids = (filters: SearchFilters) =>
			index
				.find('jazz', filters)
				.map(({ event }) => event.id)
				.toSorted();
		expect(ids({})).toEqual(['1', '2']);
		expect(ids({ type: 'film' })).toEqual(['2']);
		expect(ids({ range: { from: at('2026-11-22'), to: null } })).toEqual([]);
		expect(ids({ range: { from: at('2026-11-21'), to: at('2026-11-22') } })).toEqual(['1', '2']);
		expect(ids({ day })).toEqual(['1', '2']);
	});
});

describe('GET /search/cities/:uid', () => {
	it('sends ranked hits, the words that matched, and how fresh and complete the index is', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		await browser.get('/search/cities/beijing?q=x');
		await expect
			.poll(
				async () =>
					((await (await browser.get('/search/cities/beijing?q=x')).json()) as SearchResponse).is_complete,
			)
			.toBe(true);
		const { id } = await sandbox.someEvent();
		const { title } = (await sandbox.call<WireEvent>('GET', `/v2/event/${id}`)).body;
		const response = (await (
			await browser.get(`/search/cities/beijing?q=${encodeURIComponent(title)}`)
		).json()) as SearchResponse;
		expect(response.hits[0]?.event.title).toBe(title);
		expect(response.hits[0]?.terms.length).toBeGreaterThan(0);
		expect(response.indexed).toBe(response.listed);
		expect(Date.parse(response.indexed_at)).not.toBeNaN();
		expect(response.hits[0]?.event.content).toBeNull();
	});

	it('makes a bounded number of calls, and none for the next query', async () => {
		const { service, browser } = await startSite();
		await browser.get('/search/cities/beijing?q=evening');
		const before = service.calls.length;
		for (const q of ['a', 'b', 'evening']) await browser.get(`/search/cities/beijing?q=${q}`);
		expect(service.calls.length).toBe(before);
	});

	it('rejects an invalid query, an unknown city and another site', async () => {
		const { browser } = await startSite();
		expect((await browser.get('/search/cities/beijing')).status).toBe(400);
		expect((await browser.get(`/search/cities/beijing?q=${'x'.repeat(101)}`)).status).toBe(400);
		expect((await browser.get('/search/cities/beijing?q=x&from=today')).status).toBe(400);
		expect((await browser.get('/search/cities/atlantis?q=x')).status).toBe(404);
		const foreign = { 'Sec-Fetch-Site': 'cross-site' };
		expect((await browser.fetch('/search/cities/beijing?q=x', { headers: foreign })).status).toBe(403);
	});

	it('reports that the limit of the service is reached, and works again afterwards', async () => {
		const { service, browser } = await startSite();
		service.handler = reject(112, '/v2/event/list');
		expect((await browser.get('/search/cities/beijing?q=evening')).status).toBe(503);
		service.handler = answer('/v2/event/list', listOf(fakeEvent));
		const response = (await (await browser.get('/search/cities/beijing?q=evening')).json()) as SearchResponse;
		expect(response.hits).toHaveLength(1);
	});
});
