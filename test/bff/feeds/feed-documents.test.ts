import { parseAtomFeed } from 'feedsmith';
import { expect, it } from 'vitest';
import { atomFeed } from '../../../src/bff/feeds/feed-documents.ts';
import { publicEvent } from '../public-event.ts';

const info = {
	title: 'Beijing',
	page: 'https://events.example/p',
	self: 'https://events.example/f',
	publicUrl: 'https://events.example',
	site: 'Daybill',
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
	const atom = atomFeed([{ event, changedAt: 0 }], info);
	expect(atom).not.toMatch(outside);
	expect(parseAtomFeed(atom).entries?.[0]?.authors?.[0]?.name).toMatch(/^a.*z$/);
});
