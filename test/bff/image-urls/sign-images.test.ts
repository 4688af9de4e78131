import { describe, expect, it } from 'vitest';
import { createImageSignatures, createSignImages } from '../../../src/bff/image-urls/sign-images.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';
import { readEvent } from '../../../src/contract/event/parse-resources.ts';
import { fakeEvent } from '../fake-service.ts';

const { event: sign, person } = createSignImages(
	{
		sign: (source, audience) => `${source}#${audience === 'guests' ? 'for-guests' : 'signed'}`,
		audienceOf: () => null,
	},
	{ eventsBaseUrl: 'https://events.example/api', eventsAuthUrl: 'https://accounts.example' },
);
const read = (fields: object) =>
	sign(readEvent({ ...fakeEvent, 'image-hlarge': '', 'image-lmobile': '', ...fields }));
const posterOf = (image: unknown) => read({ image }).posters[0];
const imagesOf = (content: string) => read({ content }).contentImages;

describe('image URLs that the BFF signs', () => {
	it('include those of an event, under either name, and of its owner', () => {
		const event = read({ image_hlarge: 'https://img.example/h.jpg', image: 'https://img.example/i.jpg' });
		expect(event.posters).toEqual(['https://img.example/h.jpg#signed', 'https://img.example/i.jpg#signed']);
		expect(event.owner?.avatar).toBe('https://img.example/a.jpg#signed');
		expect(person({ id: '1', name: 'A', avatar: 'https://img.example/a.jpg' }).avatar).toBe(
			'https://img.example/a.jpg#signed',
		);
	});

	it.each(['yes', 'perhaps'])('are for guests only in an event whose is_priv is %j', (is_priv) => {
		const image = 'https://img.example/a.jpg';
		const event = read({ image, content: `<img src="${image}">`, is_priv });
		expect(event.posters).toEqual([`${image}#for-guests`]);
		expect(event.contentImages).toEqual({ [image]: `${image}#for-guests` });
		expect(event.owner?.avatar).toBe(`${image}#for-guests`);
	});

	it('include those in an HTML text, decoded as a browser would', () => {
		const signed = 'https://img.example/a.jpg?b&c';
		for (const source of ['"https://img.example/a.jpg?b&amp;c"', "'https://img.example/a.jpg?b&amp;c'"])
			expect(imagesOf(`<p>Hello <img alt=x src=${source}></p>`)).toEqual({ [signed]: `${signed}#signed` });
	});

	it('are among the first forty URLs of a text', () => {
		const tags = (count: number) =>
			Array.from({ length: count }, (_, index) => `<img src="https://img.example/${index}.jpg">`).join('');
		expect(Object.keys(imagesOf(tags(50)) ?? {})).toHaveLength(40);
		expect(imagesOf(`${' src=https://events.example/api'.repeat(40)}${tags(1)}`)).toBeUndefined();
	});

	it('lose a fragment that the service sent, even one like a signature', () => {
		expect(posterOf('https://img.example/a.jpg#daybill=forged')).toBe('https://img.example/a.jpg#signed');
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
	])('do not include %j, which is left out', (image) => {
		expect(posterOf(image)).toBeUndefined();
	});

	it.each([
		'https://events.example/api/v2/event/list',
		'https://events.example/api/v2/event/10',
		'https://events.example/api//v2/event/10/',
		'https://events.example/api/v2/%65vent/10',
		'https://events.example/api/V2/event/10.jpg',
		'https://accounts.example/service/auth2/auth?client_id=1',
		'https://events.example/api/%ff',
		'https://events.example./api/v2/event/10',
		'http://events.example/api/v2/event/10',
	])('do not include %s, an operation of the service', (url) => {
		expect(posterOf(url)).toBeUndefined();
		expect(imagesOf(`<img src="${url}">`)).toBeUndefined();
	});

	it('must look like a file if they point to the service from a text, which anyone can write', () => {
		for (const path of ['/admin/delete?id=1', '/uploads/a.jpg?id=1', '/logout', '/a.svg'])
			expect(imagesOf(`<img src="https://events.example${path}">`)).toBeUndefined();
		expect(imagesOf('<img src="https://events.example/uploads/a.jpg">')).toBeDefined();
		expect(posterOf('https://events.example/poster?id=1')).toBe('https://events.example/poster?id=1#signed');
	});
});

const source = 'https://img.example/a.jpg?size=l&v=1';
const signatureOf = (signed: string) =>
	new URL(imageUrl(signed, 96), 'http://localhost').searchParams.get('sig') ?? '';

describe('image signatures', () => {
	it('are the same after a restart, on every machine and in every release, so that caches stay valid', () => {
		const { sign } = createImageSignatures(['A'.repeat(43)]);
		const signatures = [sign(source), sign(source, 'guests')].map(signatureOf);
		expect(signatures).toEqual(['ssWA8hLuvBVq', 's6Hp1IDzoXJm']);
	});

	it('of an older key are valid until the key is removed', () => {
		const [old, current] = [newSecret(), newSecret()];
		const signature = signatureOf(createImageSignatures([old]).sign(source));
		expect(createImageSignatures([current, old]).audienceOf(source, signature)).toBe('everybody');
		expect(createImageSignatures([current]).audienceOf(source, signature)).toBeNull();
	});
});
