import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent, readFlag } from '../../../../src/web/features/events/event-view.ts';
import { groupEvents } from '../../../../src/web/features/events/group-events.ts';
import { nextStart } from '../../../../src/web/features/events/queries.ts';

describe('reading events as services send them (design §6, §10)', () => {
	it('finds the large images under either spelling, the largest first', () => {
		const posters = ['https://img.example/l.jpg', 'https://img.example/m.jpg'];
		expect(readEvent({ 'image-hlarge': posters[0] ?? '', image: posters[1] ?? '' }).posters).toEqual(posters);
		expect(readEvent({ image_hlarge: posters[0], image: posters[1] ?? '' }).posters).toEqual(posters);
	});

	it.each([
		['yes', true],
		['Y', true],
		[true, true],
		['1', true],
		['NO', false],
		[false, false],
		[0, false],
		['perhaps', null],
		[undefined, null],
	])('reads the flag %s as %s', (flag, expected) => {
		expect(readFlag(flag)).toBe(expected);
	});

	it('takes no place from 0 0 or from what is no place', () => {
		expect(readEvent({ geo: '0 0' }).geo).toBeNull();
		expect(readEvent({ geo: 'here' }).geo).toBeNull();
		expect(readEvent({ geo: '39.9 116.4' }).geo).toEqual({ latitude: 39.9, longitude: 116.4 });
	});

	it('links only to web addresses', () => {
		expect(readEvent({ adapt_url: 'javascript:alert(1)', alt: 'https://events.example/1' }).page).toBe(
			'https://events.example/1',
		);
		expect(readEvent({ image: 'data:text/html,x' }).posters).toEqual([]);
	});

	it('knows the own relation that some services send', () => {
		expect(readEvent({ status: '要参加' }).ownRelation).toBe('joined');
		expect(readEvent({ status: '感兴趣' }).ownRelation).toBe('wished');
		expect(readEvent({}).ownRelation).toBeNull();
	});

	it('never fails, whatever the fields hold', () => {
		const anything = fc.dictionary(
			fc.constantFrom(
				'id',
				'title',
				'content',
				'begin_time',
				'geo',
				'owner',
				'image',
				'is_priv',
				'participant_count',
			),
			fc.anything(),
		);
		fc.assert(fc.property(anything, (wire) => typeof readEvent(wire as never).title === 'string'));
	});
});

describe('lists that move while they are paged', () => {
	const event = (id: string, end: string) =>
		readEvent({ id, begin_time: '2026-11-01 10:00:00', end_time: `2026-11-${end} 10:00:00` });

	it('show an event once, and what runs for weeks apart', () => {
		const groups = groupEvents([event('1', '01'), event('2', '30'), event('1', '01')]);
		expect(groups.onTheseDays.map(({ id }) => id)).toEqual(['1']);
		expect(groups.alsoRunning.map(({ id }) => id)).toEqual(['2']);
	});

	it('go on from what came, and end with an empty page whatever the total says', () => {
		const list = (start: number, length: number, total: number) =>
			({ start, count: length, total, events: Array(length).fill({}) }) as never;
		expect(nextStart(list(0, 15, 40))).toBe(15);
		expect(nextStart(list(40, 0, 100))).toBeUndefined();
		expect(nextStart(list(20, 20, 40))).toBeUndefined();
	});
});
