import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { webCalendars } from '../../../../src/web/features/calendar-export/web-calendars.ts';

const event = readEvent({
	id: '1',
	title: 'Jazz & more',
	begin_time: '2026-11-21 19:30:00',
	end_time: '2026-11-21 22:00:00',
	address: 'Gulou 1',
});
const page = 'https://daybill.example/events/1';

/** Start and end as each calendar receives them. */
function timesIn(timeZone: string | null, of = event) {
	const urls = webCalendars(of, page, timeZone);
	const query = (url = '') => new URL(url).searchParams;
	const [google, outlook, yahoo] = [query(urls?.google), query(urls?.outlook), query(urls?.yahoo)];
	return {
		google: google.get('dates')?.split('/'),
		outlook: [outlook.get('startdt'), outlook.get('enddt')],
		yahoo: [yahoo.get('st'), yahoo.get('et')],
	};
}

describe('links that add an event to a web calendar', () => {
	it('use instants when the time zone of the event is known', () => {
		expect(timesIn('Asia/Shanghai')).toEqual({
			google: ['20261121T113000Z', '20261121T140000Z'],
			outlook: ['2026-11-21T11:30:00Z', '2026-11-21T14:00:00Z'],
			yahoo: ['20261121T113000Z', '20261121T140000Z'],
		});
	});

	it('use wall-clock times when the time zone is unknown', () => {
		expect(timesIn(null)).toEqual({
			google: ['20261121T193000', '20261121T220000'],
			outlook: ['2026-11-21T19:30:00', '2026-11-21T22:00:00'],
			yahoo: ['20261121T193000', '20261121T220000'],
		});
	});

	it('end at the start when the end is unknown', () => {
		const open = { ...event, end: null };
		expect(timesIn('UTC', open).google).toEqual(['20261121T193000Z', '20261121T193000Z']);
	});

	it('end after the start in the hour that clocks skip', () => {
		const skipped = readEvent({
			id: '1',
			begin_time: '2027-03-28 02:30:00',
			end_time: '2027-03-28 03:30:00',
		});
		expect(timesIn('Europe/Berlin', skipped).google).toEqual(['20270328T013000Z', '20270328T023000Z']);
	});

	it('have the hours of a night that lasts until noon', () => {
		const night = readEvent({ id: '1', begin_time: '2026-11-21 22:00:00', end_time: '2026-11-22 13:00:00' });
		expect(timesIn(null, night).google).toEqual(['20261121T220000', '20261122T130000']);
	});

	it('are dates without hours for an event of whole or several days', () => {
		const days = readEvent({ id: '1', begin_time: '2026-11-21 10:00:00', end_time: '2026-11-23 18:00:00' });
		expect(timesIn('Asia/Shanghai', days)).toEqual({
			google: ['20261121', '20261124'],
			outlook: ['2026-11-21', '2026-11-24'],
			yahoo: ['20261121', '20261124'],
		});
	});

	it('contain the title, the place and the page of the event', () => {
		const { google = '', outlook = '', yahoo = '' } = webCalendars(event, page, null) ?? {};
		for (const url of [google, outlook, yahoo])
			expect([...new URL(url).searchParams.values()]).toEqual(
				expect.arrayContaining(['Jazz & more', 'Gulou 1', page]),
			);
	});

	it('do not exist for an event whose start is unknown', () => {
		expect(webCalendars({ ...event, begin: null, end: null }, page, 'UTC')).toBeNull();
	});
});
