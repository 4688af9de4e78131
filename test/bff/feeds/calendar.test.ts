import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../../src/bff/feeds/calendar.ts';
import { publicEvent } from '../public-event.ts';
import { icalEvents } from './ical-events.ts';

const options = {
	name: 'Daybill',
	site: 'Daybill',
	publicUrl: 'https://events.example',
	timeZone: null,
	stamp: Date.parse('2026-11-20T08:00:00Z'),
};

describe('an event as iCalendar (RFC 5545), read back by ical.js', () => {
	it('has a stable UID, DTSTAMP, floating times, place and address', async () => {
		const [event] = icalEvents(calendarOf([{ event: publicEvent({}) }], options));
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
	])('has the city or the coordinates as its location if it has no address: %j', (fields, place, geo) => {
		const [event] = icalEvents(calendarOf([{ event: publicEvent(fields) }], options));
		const read = (name: string) => event?.component.getFirstPropertyValue(name);
		expect([read('location'), read('geo')]).toEqual([place, geo]);
	});

	it('has an alarm two hours before it starts for participants, but not in a list or if it runs for weeks', () => {
		const alarmOf = (fields: object, isReminded: boolean) =>
			icalEvents(calendarOf([{ event: publicEvent(fields), isReminded }], options))[0]
				?.component.getFirstSubcomponent('valarm')
				?.getFirstPropertyValue('trigger')
				?.toString();
		expect(alarmOf({}, true)).toBe('-PT2H');
		expect(alarmOf({}, false)).toBeUndefined();
		expect(alarmOf({ end_time: '2027-01-21 21:00:00' }, true)).toBeUndefined();
	});

	it('has times in UTC when EVENTS_TIME_ZONE is set, even across a daylight-saving change', async () => {
		const times = async (begin_time: string, timeZone: string) =>
			icalEvents(
				calendarOf([{ event: publicEvent({ begin_time, end_time: '2027-12-01 00:00:00' }) }], {
					...options,
					timeZone,
				}),
			)[0]?.startDate.toString();
		expect(await times('2026-11-21 19:00:00', 'Asia/Shanghai')).toBe('2026-11-21T11:00:00Z');
		expect(await times('2027-03-14 01:30:00', 'America/New_York')).toBe('2027-03-14T06:30:00Z');
		expect(await times('2027-03-14 03:30:00', 'America/New_York')).toBe('2027-03-14T07:30:00Z');
	});

	it('does not turn text that resembles a property into one', async () => {
		const title = 'x\r\nATTENDEE:mailto:a@b\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil';
		const all = icalEvents(calendarOf([{ event: publicEvent({ title }) }], options));
		expect(all).toHaveLength(1);
		expect(all[0]?.component.getAllProperties('attendee')).toEqual([]);
		expect(all[0]?.summary).toContain('ATTENDEE');
	});

	it('can last past midnight or several days, and is left out without a time', async () => {
		const entries = [
			{
				event: publicEvent({ id: '1', begin_time: '2026-11-21 23:00:00', end_time: '2026-11-22 05:00:00' }),
			},
			{
				event: publicEvent({ id: '2', begin_time: '2026-11-21 10:00:00', end_time: '2026-12-30 18:00:00' }),
			},
			{ event: publicEvent({ id: '3', begin_time: 'soon', end_time: '' }) },
		];
		expect(icalEvents(calendarOf(entries, options)).map(({ endDate }) => endDate.toString())).toEqual([
			'2026-11-22T05:00:00',
			'2026-12-30T18:00:00',
		]);
	});

	it('has a UID for any identifier', async () => {
		const event = publicEvent({ id: 'a b/中;,\n😀' });
		const [read] = icalEvents(calendarOf([{ event }], options));
		expect(read?.uid).toBe(`event-${encodeURIComponent(event.id)}@events.example`);
		expect(read?.component.getFirstPropertyValue('url')).toBe(
			`https://events.example/events/${encodeURIComponent(event.id)}`,
		);
	});
});
