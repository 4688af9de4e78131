import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { publicEvent } from '../public-event.ts';
import { icalEvents, writeCalendar } from './ical-events.ts';

const options = {
	name: 'Daybill',
	site: 'Daybill',
	publicUrl: 'https://events.example',
	timeZone: null,
	stamp: Date.parse('2026-11-20T08:00:00Z'),
};

/** Writes an event to a calendar, and reads it back. @param fields replace the fake service's */
const read = async (fields: object, timeZone: string | null = null) =>
	icalEvents(await writeCalendar({ ...options, timeZone }, [{ event: publicEvent(fields) }]));

describe('an event as iCalendar (RFC 5545), read back by ical.js', () => {
	it('has a stable UID, DTSTAMP, floating times, place and address', async () => {
		const [event] = await read({});
		expect(event?.uid).toBe('event-10@events.example');
		expect(event?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-20T08:00:00Z');
		expect(event?.startDate.toString()).toBe('2026-11-21T19:00:00');
		expect(event?.endDate.toString()).toBe('2026-11-21T21:00:00');
		expect(event?.startDate.zone?.tzid).toBe('floating');
		expect(event?.location).toBe('a street');
		expect(event?.component.getFirstPropertyValue('geo')).toEqual([39.9, 116.4]);
		expect(event?.component.getFirstPropertyValue('url')).toBe('https://events.example/events/10');
	});

	it.each([
		[{ address: '', loc_name: '北京' }, '北京', [39.9, 116.4]],
		[{ address: '', loc_name: '' }, '39.9, 116.4', [39.9, 116.4]],
		[{ address: '', loc_name: '北京', geo: '0 0' }, '北京', null],
		[{ address: '', loc_name: '', geo: '' }, null, null],
	])(
		'has the city or the coordinates as its location if it has no address: %j',
		async (fields, place, geo) => {
			const [event] = await read(fields);
			const property = (name: string) => event?.component.getFirstPropertyValue(name);
			expect([property('location'), property('geo')]).toEqual([place, geo]);
		},
	);

	it('reminds participants two hours before and marks them as busy, but not in a list, all day, on several days or once canceled', async () => {
		const demandOf = async (fields: object, isGoing: boolean, isCanceled = false) => {
			const entry = { event: publicEvent(fields), isGoing, isCanceled };
			const component = icalEvents(await writeCalendar(options, [entry]))[0]?.component;
			const alarm = component?.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger');
			return [alarm?.toString(), component?.getFirstPropertyValue('transp')];
		};
		expect(await demandOf({}, true)).toEqual(['-PT2H', 'OPAQUE']);
		const free = [undefined, 'TRANSPARENT'];
		expect(await demandOf({}, false)).toEqual(free);
		expect(
			await demandOf({ begin_time: '2026-11-21 00:00:00', end_time: '2026-11-21 23:59:00' }, true),
		).toEqual(free);
		expect(await demandOf({ end_time: '2026-11-23 21:00:00' }, true)).toEqual(free);
		expect(await demandOf({}, true, true)).toEqual(free);
	});

	it('is written as dates, in any time zone, if it lasts several days, with its hours in the text', async () => {
		const times = { begin_time: '2026-11-21 10:00:00', end_time: '2027-01-03 18:00:00' };
		const [event] = await read(times, 'Asia/Shanghai');
		expect([event?.startDate.isDate, event?.startDate.toString()]).toEqual([true, '2026-11-21']);
		expect(event?.endDate.toString()).toBe('2027-01-04');
		expect(event?.description).toMatch(/^2026-11-21 10:00 – 2027-01-03 18:00\n\n/);
	});

	it('says when it changed, with a sequence number that grows, and that it is canceled', async () => {
		const write = async (changedAt: number, isCanceled = false) =>
			icalEvents(await writeCalendar(options, [{ event: publicEvent(), changedAt, isCanceled }]))[0];
		const changedAt = Date.parse('2026-11-19T10:30:00Z');
		const [before, after] = [await write(changedAt), await write(changedAt + 60_000, true)];
		for (const name of ['last-modified', 'dtstamp'])
			expect(before?.component.getFirstPropertyValue(name)?.toString()).toBe('2026-11-19T10:30:00Z');
		expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
		expect(after?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
		expect([before, after].map((event) => event?.component.hasProperty('url'))).toEqual([true, false]);
		expect(after?.description).toBe('text');
	});

	it('is replaced by a time zone in a calendar without events, which must have a component', async () => {
		const calendar = ICAL.Component.fromString(await writeCalendar(options, []));
		const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone'));
		expect([zone.tzid, zone.utcOffset(ICAL.Time.now())]).toEqual(['UTC', 0]);
	});
});
