import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Event, venueFirst } from '../../../src/contract/event/event.ts';
import { UnreadableError } from '../../../src/contract/event/fields.ts';
import { readEvent, readLoc, readPerson } from '../../../src/contract/event/parse-resources.ts';

const wire = {
	id: '1',
	title: 'Jazz',
	content: '<p>Live</p>',
	begin_time: '2026-11-21 19:30:00',
	end_time: '2026-11-21 22:00:00',
	address: 'Gulou 1',
	geo: '39.9 116.4',
	loc_id: '108288',
	loc_name: '北京',
	owner: { id: '7', uid: 'anna', name: 'Anna', avatar: 'https://img.example/a.jpg', alt: '' },
	participant_count: 3,
	wisher_count: 4,
	album: '12',
	image: 'https://img.example/m.jpg',
	'image-hlarge': 'https://img.example/l.jpg',
	'image-lmobile': 'https://img.example/p.jpg',
	alt: 'https://events.example/1',
	adapt_url: 'https://m.events.example/1',
	is_priv: 'no',
	has_invited: 'yes',
	can_invite: 'no',
	category: 'music',
	subcategory_name: '小型现场',
	fee_str: '免费',
	price_range: '0',
	tags: '爵士, live,live,',
	time_str: '每天 10:00-18:00',
	status: '要参加',
};

const read = (fields: object) => readEvent({ id: '1', ...fields });

describe('an event from a service (Spec §2.1)', () => {
	it('is read completely', () => {
		expect(readEvent(wire)).toEqual({
			id: '1',
			title: 'Jazz',
			content: '<p>Live</p>',
			begin: '2026-11-21 19:30:00',
			end: '2026-11-21 22:00:00',
			address: 'Gulou 1',
			geo: { latitude: 39.9, longitude: 116.4 },
			locId: '108288',
			locName: '北京',
			owner: { id: '7', name: 'Anna', avatar: 'https://img.example/a.jpg' },
			participantCount: 3,
			wisherCount: 4,
			isAllDay: false,
			album: null,
			posters: ['https://img.example/l.jpg', 'https://img.example/p.jpg', 'https://img.example/m.jpg'],
			page: 'https://events.example/1',
			mobilePage: 'https://m.events.example/1',
			type: 'music',
			subtype: '小型现场',
			price: { text: '免费', isFree: true, from: 0 },
			tags: ['爵士', 'live'],
			timeText: '每天 10:00-18:00',
			hours: { opens: '10:00', closes: '18:00' },
			privacy: 'public',
			isInvited: true,
			canInvite: false,
			ownRelation: 'joined',
		} satisfies Record<Exclude<keyof Event, 'contentImages' | 'unsaid'>, unknown>);
	});

	it('is free only if its price says so for everyone, in any language', () => {
		const priceOf = (text: unknown) => read({ fee_str: text }).price;
		const free = [
			'0, ¥0, 0元, 0.00, 免费, 免费，需预约, 入场免费, 免費, 無料, 入場無料, 무료, 무료 입장',
			'free, kostenlos, Eintritt frei, gratis, Gratuit, Entrée libre, entrada libre, Grátis, Entrada franca',
			'مجاني, الدخول مجاني',
		];
		for (const text of [...free.join(', ').split(', '), 'Free admission, booking needed'])
			expect([text, priceOf(text)]).toEqual([text, { text, isFree: true, from: 0 }]);
		const amounts = { '0-50': 0, '¥120': 120, '80 – 280元': 80, '12,50 €': 12.5, '1,200': 1200, '0元起': 0 };
		for (const [text, from] of Object.entries(amounts))
			expect([text, priceOf(text)]).toEqual([text, { text, isFree: false, from }]);
		const others =
			'会员免费; Free for members; 非免费; Free drinks until 22:00, then 100; sugar-free; Freestyle; Freibier';
		for (const text of others.split('; '))
			expect([text, priceOf(text)]).toEqual([text, { text, isFree: false, from: null }]);
		expect([priceOf(''), priceOf(null), priceOf({})]).toEqual([undefined, undefined, undefined]);
		expect(read({ fee_str: '', price_range: 80 }).price).toEqual({ text: '80', isFree: false, from: 80 });
	});

	it('is open in the hours that its words name for every day', () => {
		for (const [text, hours] of [
			['2018.06.30 - 2018.10.07 每天 9:30 ~ 17:00', { opens: '09:30', closes: '17:00' }],
			['Daily 10:00–18:00', { opens: '10:00', closes: '18:00' }],
			['周二至周日 10:00-17:00', undefined],
			['Mon-Fri 10:00-18:00, Sat 10:00-14:00', undefined],
			['2018.07.29 周日 起', undefined],
			['22:00-02:00', undefined],
		] as const)
			expect([text, read({ time_str: text }).hours]).toEqual([text, hours]);
	});

	it('has few, short tags, from a text or an array', () => {
		expect(read({ tags: ['jazz', 5, '<b>live</b>', {}, 'x'.repeat(99)] }).tags).toEqual([
			'jazz',
			'5',
			'live',
		]);
		expect(read({ tags: Array.from({ length: 99 }, (_, each) => `tag ${each}`).join() }).tags).toHaveLength(
			12,
		);
		expect(read({ fee_str: 'x'.repeat(999) }).price?.text).toHaveLength(80);
	});

	it('has empty values, and is not an error, when fields are missing', () => {
		expect(readEvent({ id: 5 })).toEqual({
			id: '5',
			title: '5',
			content: null,
			begin: null,
			end: null,
			isAllDay: false,
			address: '',
			geo: null,
			locId: '',
			locName: '',
			owner: null,
			participantCount: 0,
			wisherCount: 0,
			album: null,
			posters: [],
			page: null,
			mobilePage: null,
			type: null,
			privacy: 'public',
			isInvited: null,
			canInvite: null,
			ownRelation: null,
			unsaid: [
				...['privacy', 'content', 'owner', 'posters', 'links', 'extras'],
				...['participantCount', 'wisherCount', 'begin', 'end', 'address', 'geo', 'locId'],
			],
		});
	});

	it('is an error that says what was wrong when it has no id or is not an object', () => {
		for (const value of [null, undefined, [], 'x', 5])
			expect(() => readEvent(value)).toThrow(UnreadableError);
		expect(() => readEvent({ title: 'x' })).toThrow('an event has no id');
	});

	it('has its large images under either spelling, the largest first, without duplicates', () => {
		const [large, phone, medium] = ['https://i.example/l', 'https://i.example/p', 'https://i.example/m'];
		const { posters } = read({ image_hlarge: large, image_lmobile: phone, image: medium });
		expect(posters).toEqual([large, phone, medium]);
		expect(read({ 'image-hlarge': medium, image: medium }).posters).toEqual([medium]);
		expect(read({ image: '', 'image-hlarge': 'data:text/html,x' }).posters).toEqual([]);
	});

	it('has numbers, texts and ids in any form that can be read', () => {
		for (const id of ['ev:1', 'café-2', '5 five', '2026/4', 'a.b~c_d-3', 'ev%2B7', 'x'.repeat(200)])
			expect(readEvent({ id }).id).toBe(id);
		for (const id of ['', {}]) expect(() => readEvent({ id })).toThrow('an event has no id');
		// Half a surrogate pair cannot be in a URL.
		expect(readEvent({ id: '\ud800' }).id).toBe('\ufffd');
		expect(read({ loc_id: 12 }).locId).toBe('12');
		for (const loc_id of [null, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY])
			expect(read({ loc_id }).locId).toBe('');
		for (const participant_count of [12, '12', '12.0'])
			expect(read({ participant_count }).participantCount).toBe(12);
		for (const wrong of [-1, 1.5, '', 'many', '1e3', '9'.repeat(16), null, [3], '12 ', ' 12'])
			expect(read({ participant_count: wrong }).unsaid, String(wrong)).toContain('participantCount');
	});

	it('has coordinates on earth', () => {
		expect(read({ geo: ' -33.9  151.2 ' }).geo).toEqual({ latitude: -33.9, longitude: 151.2 });
		expect(read({ geo: '0 116.4' }).geo).toEqual({ latitude: 0, longitude: 116.4 });
		expect(read({ geo: '39.9 0' }).geo).toEqual({ latitude: 39.9, longitude: 0 });
		expect(read({ geo: '90 -180' }).geo).toEqual({ latitude: 90, longitude: -180 });
		for (const geo of ['', '0.0 0.0', '91 0', '-90.1 0', '0 181', '39.9', 'a b', '1 2 3', null])
			expect(read({ geo }).geo, String(geo)).toBeNull();
	});

	it('has flags in any case, with spaces, as text, number or boolean (gap register, flags)', () => {
		const flag = (has_invited: unknown) => read({ has_invited }).isInvited;
		for (const yes of ['yes', 'Y', 'True', true, '1', 1, ' yes ']) expect(flag(yes), String(yes)).toBe(true);
		for (const no of ['NO', 'n', 'false', false, 0, '0']) expect(flag(no), String(no)).toBe(false);
		for (const other of ['perhaps', '', undefined, null, {}, { toString: 1 }, 'constructor', 'toString'])
			expect(flag(other)).toBeNull();
	});

	it('is all day only if the service says so', () => {
		const begin_time = '2026-11-21 00:00:00';
		for (const all_day of ['yes', true, '1']) expect(read({ begin_time, all_day }).isAllDay).toBe(true);
		for (const all_day of [undefined, 'no', 'perhaps'])
			expect(read({ begin_time, end_time: '2026-11-22 00:00:00', all_day }).isAllDay).toBe(false);
		expect(read({ all_day: 'yes' }).isAllDay).toBe(false);
	});

	it('has an end only if it is after the start', () => {
		const begin_time = '2026-11-21 19:30:00';
		expect(read({ begin_time, end_time: '2026-11-21 19:30:01' }).end).toBe('2026-11-21 19:30:01');
		expect(read({ begin_time, end_time: '2026-11-30 24:00:00' }).end).toBe('2026-12-01 00:00:00');
		const none = [
			begin_time,
			'2026-11-31 24:00:00',
			'2026-11-20 00:00:00',
			'9999-12-31 23:59:59',
			'',
			'later',
		];
		for (const end_time of none) expect(read({ begin_time, end_time }).end, end_time).toBeNull();
		expect(read({ begin_time: '9999-12-31 00:00:00', end_time: '' }).begin).toBeNull();
		expect(read({ begin_time: '', end_time: '2026-11-21 19:30:00' })).toMatchObject({
			begin: null,
			end: null,
		});
	});

	it('has the first 20,000 characters of its text, and is short whatever else the service sends', () => {
		const long = 'x'.repeat(100_000);
		expect(read({ content: long }).content).toHaveLength(20_000);
		for (const parse of [readEvent, readPerson, readLoc])
			expect(() => parse({ id: 'x'.repeat(201) })).toThrow('has no id of at most 200 characters');
		expect(read({ loc_id: long, owner: { id: long }, alt: `https://e.example/${long}` })).toMatchObject({
			...{ locId: '', owner: null, page: null },
		});
		expect(readLoc({ id: '1', uid: long, parent: long })).toMatchObject({ uid: '1', parent: '' });
		for (const sent of [long, `https://e.example/${long}`, [long], { id: '7', name: long, avatar: long }])
			for (const name of [...Object.keys(wire), 'image_hlarge', 'image_lmobile', 'uid', 'parent', 'name'])
				for (const parse of [readEvent, readPerson, readLoc]) {
					if (name === 'id' || name === 'content') continue;
					const resource = parse({ ...wire, [name]: sent });
					expect(JSON.stringify(resource).length, name).toBeLessThan(2_000);
				}
	});

	it('has a title, an address and a type as one line of plain text', () => {
		const event = read({
			title: 'Tom &amp; Jerry\n',
			address: ' Gulou\r\n1 ',
			loc_name: 'A &amp; B',
			category: ' music ',
		});
		expect(event).toMatchObject({
			title: 'Tom & Jerry',
			address: 'Gulou 1',
			locName: 'A & B',
			type: 'music',
		});
		for (const title of [' ', '\u200b\u2060', '&#8203;\u00ad\ufeff \u200f', '\u3164', '\u2800'])
			expect(read({ title }).title).toBe('1');
		expect(read({ title: '👩\u200d🚀' }).title).toBe('👩\u200d🚀');
	});

	it('links only to web pages, and uses the same page for both sizes if there is only one', () => {
		expect(read({ alt: 'https://a.example' })).toMatchObject({
			page: 'https://a.example',
			mobilePage: 'https://a.example',
		});
		expect(read({ alt: ' HTTP://events.example ' }).page).toBe('HTTP://events.example');
		for (const alt of ['', 'data:x,https://a', '//events.example', 'https:///x', 'https://[', null])
			expect(read({ alt }).page, String(alt)).toBeNull();
		expect(read({ adapt_url: 'https://m.example', alt: 'javascript:alert(1)' })).toMatchObject({
			page: 'https://m.example',
			mobilePage: 'https://m.example',
		});
	});

	it('has no owner without an id', () => {
		for (const owner of [undefined, null, 'Anna', {}, { name: 'Anna' }, []])
			expect(read({ owner }).owner).toBeNull();
		expect(read({ owner: { id: 7 } }).owner).toEqual({ id: '7', name: '7', avatar: null });
	});

	it('has the user’s own relation when the service sends it', () => {
		expect(read({ status: '感兴趣' }).ownRelation).toBe('wished');
		expect(read({ status: 'joined' }).ownRelation).toBe('joined');
		for (const status of ['', 'constructor', 'over', 1, null])
			expect(read({ status }).ownRelation).toBeNull();
	});

	it('is public unless the service calls it private, in whatever word', () => {
		const privacyOf = (is_priv: unknown) => read({ is_priv }).privacy;
		for (const no of ['no', 'false', 'N', 0, false, undefined, null, ''])
			expect(privacyOf(no)).toBe('public');
		for (const yes of ['yes', 'true', 'Y', 1, true]) expect(privacyOf(yes)).toBe('private');
		for (const other of ['friends', 2, {}, 'oui']) expect(privacyOf(other)).toBe('unclear');
	});

	it('never fails if it has an id, whatever the other fields contain', () => {
		const names = fc.constantFrom(...Object.keys(wire));
		fc.assert(
			fc.property(
				fc.dictionary(names, fc.anything()),
				(fields) => typeof readEvent({ ...fields, id: '1' }).title === 'string',
			),
		);
	});
});

describe('a user (Spec §2.2)', () => {
	it('has a name, or else the alias or the id', () => {
		expect(readPerson({ id: '7', uid: 'anna', name: 'Anna' }).name).toBe('Anna');
		expect(readPerson({ id: '7', uid: 'anna', name: ' ' }).name).toBe('anna');
		expect(readPerson({ id: 7 })).toEqual({ id: '7', name: '7', avatar: null });
		// XML, and so a feed, does not allow these characters in a name.
		expect(readPerson({ id: 'a\uffff', uid: 'b\u0000\n' }).name).toBe('b');
		expect(readPerson({ id: 'a\uffff' })).toMatchObject({ id: 'a\uffff', name: 'a' });
		expect(readPerson({ id: '7', avatar: 'https://i.example/a' }).avatar).toBe('https://i.example/a');
	});

	it('is an error without an id', () => {
		expect(() => readPerson({ name: 'Anna' })).toThrow('a user has no id');
		expect(() => readPerson(null)).toThrow('a user is null');
	});
});

it.each([
	['北京 朝阳区 工体北路8号院 三里屯红馆', '三里屯红馆 · 朝阳区 工体北路8号院'],
	['北京 Andingmen, Fangjia Hutong 46, Hot Cat Hall', 'Hot Cat Hall · Andingmen, Fangjia Hutong 46'],
	['北京 三里屯红馆', '三里屯红馆'],
	['北京 Sanlitun Road 11', 'Sanlitun Road 11'],
	['Volkspark, Schleifweg 8, Halle', 'Volkspark, Schleifweg 8, Halle'],
	['北京', '北京'],
	['', ''],
])('an address is ordered from the venue to the street, without the city: %s', (address, expected) => {
	expect(venueFirst({ address, locName: '北京' })).toBe(expected);
});
