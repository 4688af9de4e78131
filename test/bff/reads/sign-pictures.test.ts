import { describe, expect, it } from 'vitest';
import { createSignPictures } from '../../../src/bff/reads/sign-pictures.ts';
import { fakeEvent } from '../fake-service.ts';

const settings = {
	eventsBaseUrl: 'https://events.example/api',
	eventsAuthUrl: 'https://accounts.example',
};
const sign = createSignPictures(
	{
		sign: (source, audience) => `${source}#${audience === 'guests' ? 'for-guests' : 'signed'}`,
		audienceOf: () => null,
	},
	settings,
);
const imageOf = (image: unknown) => (sign({ image }) as { image: unknown }).image;
const contentOf = (content: string) => (sign({ content }) as { content: string }).content;

describe('URLs of pictures that the BFF signs in responses', () => {
	it('are those of an event under either name, and of its owner', () => {
		const event = {
			...fakeEvent,
			image_hlarge: 'https://img.example/h.jpg',
			image_lmobile: 'https://img.example/l.jpg',
		};
		const signed = sign(event);
		expect(signed).toEqual({
			...event,
			image: `${event.image}#signed`,
			'image-hlarge': `${event['image-hlarge']}#signed`,
			'image-lmobile': `${event['image-lmobile']}#signed`,
			image_hlarge: `${event.image_hlarge}#signed`,
			image_lmobile: `${event.image_lmobile}#signed`,
			owner: { ...event.owner, avatar: `${event.owner.avatar}#signed` },
		});
	});

	it('are those in lists of events and of users, whatever their array is called', () => {
		const user = { id: '1', avatar: 'https://img.example/a.jpg' };
		const signed = { ...user, avatar: `${user.avatar}#signed` };
		const owned = { id: '10', owner: user };
		expect(sign({ total: 1, events: [owned] })).toEqual({ total: 1, events: [{ id: '10', owner: signed }] });
		expect(sign({ participants: [user] })).toEqual({ participants: [signed] });
		expect(sign([user, null, 3])).toEqual([signed, null, 3]);
	});

	it.each(['yes', 'y', true, 1, 'perhaps', {}])(
		'are for guests only in an event whose is_priv is %j, and in no other event of the list',
		(is_priv) => {
			const picture = 'https://img.example/a.jpg';
			const event = (signature: string, flag: object) => ({
				image: picture + signature,
				content: `<img src="${picture}${signature}">`,
				owner: { id: '1', avatar: picture + signature },
				...flag,
			});
			const list = (one: string, other: string) => ({
				events: [event(one, { is_priv }), event(other, { is_priv: 'no' }), event(other, {})],
			});
			expect(sign(list('', ''))).toEqual(list('#for-guests', '#signed'));
		},
	);

	it('are those inside a text in HTML', () => {
		expect(contentOf('<p>Hello <img src="https://img.example/a.jpg?b&amp;c"></p>')).toBe(
			'<p>Hello <img src="https://img.example/a.jpg?b&amp;c#signed"></p>',
		);
	});

	it('are at most forty in one text', () => {
		const content = '<img src="https://img.example/a.jpg">'.repeat(50);
		expect(contentOf(content).split('#signed')).toHaveLength(41);
	});

	it('lose a fragment that the service sent, even one like a signature', () => {
		expect(imageOf('https://img.example/a.jpg#daybill=forged')).toBe('https://img.example/a.jpg#signed');
	});

	it.each([
		'',
		'/relative.jpg',
		'data:image/png;base64,AA',
		'javascript:alert(1)',
		`https://img.example/${'a'.repeat(2_000)}`,
		'https://img.example/a b.jpg',
		null,
		3,
		['https://img.example/a.jpg'],
	])('do not include %j, which is left unchanged', (image) => {
		expect(imageOf(image)).toEqual(image);
	});

	it.each([
		'https://events.example/api/v2/event/list?loc=1',
		'https://events.example/api/v2/event/10',
		'https://events.example/api//v2/event/10/',
		'https://events.example/api/v2/%65vent/10',
		'https://events.example/api/V2/event/10.jpg',
		'https://accounts.example/service/auth2/auth?client_id=1',
		'https://events.example/api/%ff',
	])('do not include %s, an operation of the service', (url) => {
		expect(imageOf(url)).toBe(url);
		expect(contentOf(`<img src="${url}">`)).toBe(`<img src="${url}">`);
	});

	it('must resemble a file when they are in a text, which anybody can write, and point to the service', () => {
		for (const path of ['/admin/delete?id=1', '/uploads/a.jpg?id=1', '/logout', '/a.svg']) {
			const html = `<img src="https://events.example${path}">`;
			expect(contentOf(html)).toBe(html);
		}
		expect(contentOf('<img src="https://events.example/uploads/a.jpg">')).toContain('#signed');
		expect(imageOf('https://events.example/poster?id=1')).toBe('https://events.example/poster?id=1#signed');
	});

	it('cause no error in a body nested far deeper than the specification allows', () => {
		const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
		expect(() => sign(deep)).not.toThrow();
	});
});
