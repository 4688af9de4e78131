import { describe, expect, it } from 'vitest';
import { CityIndex, correct, snippetOf } from '../../../src/bff/search/city-index.ts';
import { citiesIn, namedBy, withoutCity } from '../../../src/bff/search/named.ts';
import type { Loc } from '../../../src/contract/event/loc.ts';
import { publicEvent } from '../public-event.ts';

const mega = 1024 * 1024;
const eventsOf = (titles: readonly string[], fields: object = {}) =>
	titles.map((title, id) => publicEvent({ id: String(id), title, ...fields }));

/** An index of events `0`, `1` … with these titles. */
async function indexOf(titles: readonly string[], fields: object = {}) {
	const index = new CityIndex(32 * mega);
	index.add(eventsOf(titles, fields));
	const find = (query: string) => {
		const { hits } = index.find(query, {});
		return { ids: hits.map(({ event }) => event.id), terms: hits.map(({ terms }) => terms) };
	};
	/** Whether the words are found as typed, and the suggested correction. */
	const suggest = (query: string) => {
		const found = index.find(query, {});
		return [found.isAsTyped, correct(query, found)] as const;
	};
	return { index, find, suggest };
}

it('a search finds the events that match every word, or else those that match any, most words first', async () => {
	const { find } = await indexOf(['quiet evening', 'evening jazz', 'jazz', 'late jazz evening']);
	expect(find('jazz evening').ids.toSorted()).toEqual(['1', '3']);
	expect(find('late quiet').ids.toSorted()).toEqual(['0', '3']);
	expect(find('jazz late xylophone').ids[0]).toBe('3');
});

it('a search names the words of titles and addresses that mean what was typed', async () => {
	const { find } = await indexOf(['爵士之夜 · Lin Yue', 'Jazz night', 'Radtour'], { address: '自行车行 8' });
	expect(find('jazz')).toEqual({ ids: ['1', '0'], terms: [['jazz'], ['爵士']] });
	expect(find('cycling').terms[0]).toEqual(['radtour', '自行车']);
	// “Quartet” may mean jazz, so the event is found, but the word isn't highlighted.
	const quartet = await indexOf(['Copper Quartet'], { category: 'music' });
	expect(quartet.find('jazz')).toEqual({ ids: ['0'], terms: [[]] });
});

it.each([
	['music', 'Group show', 'exhibition'],
	['running', 'A long run', 'drama'],
	['party', 'Book club', 'salon'],
	['travel', 'Outdoor cinema', 'film'],
	['动物', 'Coffee and chat', 'salon'],
])(
	'a search for “%s” does not find “%s”, whose type gives the word another meaning',
	async (query, title, category) => {
		const { find } = await indexOf([title], { category, address: 'Stage Road' });
		expect(find(query).ids).toEqual([]);
		expect(find(title).ids).toEqual(['0']);
	},
);

it('a search in pinyin finds what Chinese words for it name', async () => {
	const { find } = await indexOf(['新年音乐会', '当代摄影展览', '读书会']);
	expect(find('yinyuehui').ids).toEqual(['0']);
	expect(find('sheying zhanlan').ids).toEqual(['1']);
	expect(find('dushuhui').ids).toEqual(['2']);
});

it('a word is found within compounds, after the events that have it on its own', async () => {
	const { find, suggest } = await indexOf(['Stadtführung', 'Führung', 'Christkindelmarkt', 'Hiking']);
	expect(find('führung').ids).toEqual(['1', '0']);
	expect(find('markt').ids).toEqual(['2']);
	expect(await suggest('markt')).toEqual([true, null]);
	// Short words are contained in others by chance, such as “hiking”.
	expect(find('king').ids).toEqual([]);
});

it('the beginning of a word finds the word if it is typed last, or has four letters', async () => {
	const { index, find } = await indexOf(['Jazz festival', 'Film festivals']);
	const isAsTyped = (query: string) => index.find(query, {}).isAsTyped;
	for (const query of ['ja', 'jazz fe', 'jazz fest'])
		expect([query, find(query).ids]).toEqual([query, ['0']]);
	expect(find('festival film').ids).toEqual(['1']);
	expect([isAsTyped('jazz fe'), isAsTyped('ja festival')]).toEqual([true, false]);
});

it('stop words are ignored, unless there are no other words', async () => {
	const { find } = await indexOf(['Puppets for kids', 'Kids’ workshop', 'Tea for two']);
	expect(find('something for kids').ids.toSorted()).toEqual(['0', '1']);
	expect(find('for').ids.toSorted()).toEqual(['0', '2']);
});

describe('the best match', () => {
	it('has the word in its title, then as its type, then in place or organizer, then in its text', async () => {
		const index = new CityIndex(32 * mega);
		const other = { title: 'Evening', address: 'Harbour 1', category: 'others' };
		index.add([
			publicEvent({ ...other, id: 'text', content: 'A night of jazz and a film.' }),
			publicEvent({ ...other, id: 'place', address: 'Film Museum Lane 3' }),
			publicEvent({ ...other, id: 'owner', owner: { id: '7', name: 'Film Friends' } }),
			publicEvent({ ...other, id: 'type', category: 'film' }),
			publicEvent({ ...other, id: 'title', title: 'A film and a long talk about everything that is in it' }),
		]);
		const ids = index.find('film', {}).hits.map(({ event }) => event.id);
		const sorted = [...ids.slice(0, 2), ...ids.slice(2, 4).toSorted(), ids[4]];
		expect(sorted).toEqual(['title', 'type', 'owner', 'place', 'text']);
	});

	it('has the words as typed if any event has them, even one outside the filters', async () => {
		const { index, find } = await indexOf(['river'], { category: 'music' });
		index.add([publicEvent({ id: '1', title: 'rivet', category: 'salon' })]);
		expect(index.find('river', { type: 'salon' }).hits).toEqual([]);
		expect(find('rivor').ids).toEqual(['0']);
	});
});

it('a snippet is the sentence with the word, shortened if it is long', async () => {
	const content = `Doors open at eight. ${'Many words '.repeat(40)}and a trumpet solo. 中场休息。下半场是即兴演奏。`;
	const { index } = await indexOf(['Evening'], { content });
	const snippet = (q: string) => {
		const [hit] = index.find(q, {}).hits;
		return hit?.isInText === true ? snippetOf(hit) : null;
	};
	expect(snippet('doors')).toBe('Doors open at eight.');
	expect(snippet('即兴演奏')).toBe('下半场是即兴演奏。');
	expect(snippet('trumpet')).toMatch(/^….{0,160}trumpet solo\.$/);
	expect(snippet('evening')).toBeNull();
});

describe('a suggestion', () => {
	it('corrects typos to words with a meaning, or to the closest words in the index', async () => {
		const titles = ['Swing social', '摄影特展'];
		const { suggest } = await indexOf(titles);
		for (const [typed, meant] of [
			['exposicon', 'exposición'],
			['swinng socail', 'swing social'],
			['معرظ', 'معرض'],
			['전시희', '전시회'],
		] as const)
			expect([typed, ...suggest(typed)]).toEqual([typed, false, meant]);
	});

	it('replaces only typos, each with the word that finds the most, and neither adds nor drops words', async () => {
		const titles = ['Jazz night with Ada', 'Jazz', 'Late night', 'Sorting books', 'Rock', 'Clean late set'];
		const { index, suggest } = await indexOf(titles);
		index.add([
			publicEvent({ id: 'music', title: '巡演', category: 'music' }),
			publicEvent({ id: 'repair', title: 'Repair café', category: 'others' }),
			publicEvent({ id: 'jazz', title: '爵士之夜', category: 'music' }),
			publicEvent({ id: 'kids', title: '儿童木偶剧', category: 'drama' }),
		]);
		for (const [typed, meant] of [
			['jaz nigth', 'jazz night'],
			// “Consert” also resembles “conserto” (Portuguese: repair), which finds fewer events.
			['rock consert', 'rock concert'],
			['something for the kid', null],
			['cheap date night', null],
			['jazz nigh', null],
		] as const)
			expect([typed, suggest(typed)[1]]).toEqual([typed, meant]);
	});
});

describe('names in a query', () => {
	it('match types, venues and organizers, with an image and those with the most events first', async () => {
		const { index } = await indexOf(['one', 'two'], {
			loc_name: 'Beijing',
			address: 'Beijing, Sanlitun Road 11, The Copper House',
			owner: { id: '7', name: 'Copper Kettle' },
			category: 'music',
		});
		index.add([publicEvent({ id: '9', address: 'Copper Lane 3', owner: null, category: 'film' })]);
		const namedIn = (q: string) => {
			const { parts, hits } = index.find(q, {});
			return namedBy(parts, hits);
		};
		const { types, venues, organizers } = namedIn('copper');
		expect(types).toEqual([]);
		expect(venues.map(({ name }) => name)).toEqual(['The Copper House', 'Copper Lane 3']);
		expect(venues.map(({ count }) => count)).toEqual([2, 1]);
		expect(organizers.map(({ person, count }) => [person.name, count])).toEqual([['Copper Kettle', 2]]);
		expect(venues[0]?.poster).toMatch(/^https?:/);
		expect(namedIn('concert').types.map(({ type }) => type)).toEqual(['music']);
	});

	it('match other cities, with the remaining words', () => {
		const loc = (uid: string, name: string): Loc => ({ id: uid, uid, name, parent: '', isHabitable: true });
		const locs = [loc('beijing', '北京'), loc('shanghai', '上海'), loc('108296', '成都')];
		const citiesOf = (q: string) => citiesIn(q, locs, loc('beijing', '北京'));
		const shanghai = { uid: 'shanghai', name: '上海' };
		expect(citiesOf('Shanghai jazz')).toEqual([{ ...shanghai, q: 'jazz' }]);
		expect(citiesOf('上海爵士')).toEqual([{ ...shanghai, q: '爵士' }]);
		expect(citiesOf('上海')).toEqual([{ ...shanghai, q: '' }]);
		expect(citiesOf('xangai jazz')).toEqual([{ ...shanghai, q: 'jazz' }]);
		expect(withoutCity('Peking jazz', loc('beijing', '北京'))).toBe('jazz');
		expect(withoutCity('Peking', loc('beijing', '北京'))).toBe('Peking');
		for (const q of ['beijing jazz', 'shanghainese', 'jazz']) expect(citiesOf(q)).toEqual([]);
	});
});

it.each([
	['made-up words', 'texts', 100, 200, { content: 'With ukuleles' }],
	['very many events', 'events', 3_000, 2, { title: 'Ukuleles' }],
])('an author of %s leaves space for the %s of others', (_what, _where, events, words, other) => {
	const index = new CityIndex(mega);
	const from = (id: string) => ({ id, name: 'Ann', avatar: '' });
	for (let event = 0; event < events; event++) {
		const content = Array.from({ length: words }, (_, word) => `w${event}x${word}`).join(' ');
		index.add([publicEvent({ id: `a${event}`, title: 'Evening', content, owner: from('1') })]);
	}
	index.add([publicEvent({ id: 'b', ...other, owner: from('2') })]);
	expect(index.find('ukuleles', {}).hits).toHaveLength(1);
});
