import { parseAtomFeed } from 'feedsmith';
import { expect, it } from 'vitest';
import { atomFeed, jsonFeed } from '../../../src/bff/feeds/feed-documents.ts';
import { publicEvent } from '../public-event.ts';

const info = {
	name: 'Beijing',
	page: 'https://events.example/p',
	self: 'https://events.example/f',
	publicUrl: 'https://events.example',
	site: 'Daybill',
	timeZone: null,
	stamp: 0,
	updatedAt: Date.parse('2026-11-20T10:30:00Z'),
};

it('Atom feeds, parsed by feedsmith contain only characters that XML allows (XML 1.0 §2.2)', () => {
	const outside = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
	const odd = 'a\uffff\ufffe\u0000\u0008\ud800z';
	const event = publicEvent({
		id: odd,
		title: odd,
		content: `<p>${odd}</p>`,
		address: odd,
		owner: { id: odd, uid: odd, name: '' },
		image: `https://img.example/${odd}.jpg`,
	});
	const atom = atomFeed(info, [{ event, changedAt: 0 }]);
	expect(atom).not.toMatch(outside);
	expect(parseAtomFeed(atom).entries?.[0]?.authors?.[0]?.name).toMatch(/^a.*z$/);
});

it('feeds have what Atom (RFC 4287) and JSON Feed 1.1 require, as a strict XML parser and JSON.parse read them', () => {
	const dates = ['2026-11-19T10:30:00.000Z', '2026-11-20T10:30:00.000Z'];
	const entries = dates.map((date, id) => ({
		event: publicEvent({ id: String(id), title: `<b>&amp; ${id}`, content: '<p>a ]]> b</p>' }),
		changedAt: Date.parse(date),
	}));
	const feed = new DOMParser().parseFromString(atomFeed(info, entries), 'application/xml');
	const textsOf = (name: string) => Array.from(feed.querySelectorAll(name), ({ textContent }) => textContent);
	expect(feed.querySelector('parsererror')).toBeNull();
	expect(feed.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom');
	for (const name of ['id', 'title', 'updated', 'author > name'])
		expect([name, textsOf(`feed > ${name}`)]).toEqual([name, [expect.stringMatching(/./)]]);
	expect(textsOf('feed > updated')).toEqual([dates[1]]);
	expect(textsOf('entry > updated')).toEqual(dates);
	expect(new Set(textsOf('entry > id')).size).toBe(2);
	expect(textsOf('entry > title')).toHaveLength(2);
	expect(JSON.parse(jsonFeed(info, entries))).toMatchObject({
		version: 'https://jsonfeed.org/version/1.1',
		title: info.name,
		items: dates.map((date_modified, id) => ({
			id: `https://events.example/events/${id}`,
			date_modified,
			content_text: expect.stringContaining('a ]]> b'),
		})),
	});
	expect(JSON.parse(jsonFeed(info, [])).items).toEqual([]);
	expect(parseAtomFeed(atomFeed(info, [])).entries ?? []).toEqual([]);
});
