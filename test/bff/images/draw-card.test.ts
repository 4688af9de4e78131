import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createDecoder } from '../../../src/bff/images/decoder.ts';
import type { Card } from '../../../src/bff/images/draw-card.ts';
import { meanColor, near, plainPng } from './colors.ts';

const plain: Card = {
	poster: null,
	isPlaceholder: false,
	tint: '#0000c0',
	title: 'An evening',
	when: 'Sat 21 Nov, 19:30',
	wordmark: ['Day', 'bill'],
	logo: null,
	colors: { paper: '#ffffff', ink: '#000000', accent: '#b3240f' },
	isMirrored: false,
};

const decoder = createDecoder();
afterAll(() => decoder.close());

async function draw(changed: Partial<Card>): Promise<Buffer> {
	const image = await decoder.run({ card: { ...plain, ...changed } });
	const { format, width, height } = await sharp(image).metadata();
	expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
	return image;
}

const right = { left: 740, top: 0, width: 460, height: 630 };
const title = { left: 64, top: 134, width: 600, height: 314 };

describe('the image of an event', () => {
	it.each([
		['markup', '<span size="200000">big</span> & <b'],
		['Chinese', '草莓音乐节 2026 北京站：两天三个舞台，四十组音乐人'],
		['Korean', '서울 재즈 페스티벌'],
		['Arabic', 'ليلة موسيقى الجاز'],
	])('shows a title with %s', async (_what, text) => {
		expect(await meanColor(await draw({ title: text }), title)).not.toBe('#ffffff');
	});

	it('keeps a title of one long word, wide letters or stacked marks within its bounds', async () => {
		const empty = await draw({ title: '' });
		for (const text of [
			'Donaudampfschifffahrt'.repeat(40),
			'ﷺ'.repeat(10) + '龘'.repeat(300),
			`A${'\u0301\u0302\u0303'.repeat(200)}`,
		]) {
			const drawn = await draw({ title: text });
			expect(await meanColor(drawn, title)).not.toBe('#ffffff');
			for (const outside of [right, { left: 0, top: 450, width: 1200, height: 180 }]) {
				const before = await meanColor(empty, outside);
				expect(await meanColor(drawn, outside)).toSatisfy(near(before));
			}
		}
	});
});

it('the image of several events stacks the posters at the start of the line, and is as tall as they need', async () => {
	const { wordmark, logo, colors } = plain;
	const place = 'Blue Note';
	const events = [
		{ ...plain, place, poster: await plainPng('#c00000', 300, 400) },
		{ ...plain, place },
	];
	const draw = (isMirrored: boolean) =>
		decoder.run({ agenda: { wordmark, logo, colors, isMirrored, heading: 'My weekend', events } });
	const image = await draw(false);
	const { format, width, height } = await sharp(image).metadata();
	expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1080, height: 884 });
	const first = { left: 70, top: 220, width: 160, height: 218 };
	expect(await meanColor(image, first)).toSatisfy(near('#c00000'));
	expect(await meanColor(image, { ...first, top: 480 })).toSatisfy(near('#0000c0'));
	expect(await meanColor(await draw(true), { ...first, left: 850 })).toSatisfy(near('#c00000'));
});
