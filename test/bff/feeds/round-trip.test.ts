/** Calendars that Daybill writes, read by `daybill import`, which is independent of the writer. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../../../src/contract/event/plain-text.ts';
import { wholeDaysOf } from '../../../src/contract/event/times-on.ts';
import {
	addDays,
	addMs,
	type Day,
	dayMs,
	instantOf,
	startOfDay,
	wallClockAt,
} from '../../../src/contract/event/wall-clock.ts';
import { readCalendar } from '../../../src/sandbox/imports/read-calendar.ts';
import { publicEvent } from '../public-event.ts';
import { writeCalendar } from './ical-events.ts';

const now = Date.parse('2026-11-25T11:00:00Z');
const publicUrl = 'https://events.example';

/** Text with everything that iCalendar escapes or folds. */
const text = (maxLength: number) =>
	fc
		.string({
			unit: fc.constantFrom(...`aé北 ,;:"'\\%=`, '👩‍🚀', '\\n', '\r\nEND:VEVENT\r\n'),
			maxLength,
		})
		.map((each) => `x${each}x`);

const days = fc.integer({ min: 1, max: 150 }).map((days) => addDays('2026-11-25' as Day, days));
const minutes = (max: number) => fc.integer({ min: 1, max }).map((count) => count * 60_000);
const times = fc.oneof(
	fc.record({ day: days, from: minutes(1_439), lasts: minutes(600) }).map(({ day, from, lasts }) => {
		const begin = addMs(startOfDay(day), from);
		return { begin, end: addMs(begin, lasts) };
	}),
	fc.record({ day: days, count: fc.integer({ min: 1, max: 60 }) }).map(({ day, count }) => ({
		begin: startOfDay(day),
		end: startOfDay(addDays(day, count)),
	})),
	fc.record({ day: days, lasts: minutes(60 * 1_440) }).map(({ day, lasts }) => ({
		begin: addMs(startOfDay(day), dayMs / 2),
		end: addMs(startOfDay(day), dayMs / 2 + lasts),
	})),
);

const written = fc.record({
	title: text(120),
	content: fc.array(text(300), { maxLength: 3 }).map((lines) => lines.join('\n')),
	address: text(80),
	hasGeo: fc.boolean(),
	times,
	changedAt: fc.integer({ min: now - 1e9, max: now }).map((ms) => ms - (ms % 1_000)),
	isGoing: fc.boolean(),
});

it.each([
	[null, '31.230416 121.473701'],
	['Europe/Berlin', '52.520008 13.404954'],
])('a calendar is the same after it was written and read (zone: %s)', async (timeZone, geo) => {
	const property = fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 5 }), async (all) => {
		const entries = all.map(
			({ title, content, address, hasGeo, times: { begin, end }, changedAt, isGoing }, id) => ({
				event: publicEvent({
					id: String(id),
					title,
					content,
					address,
					begin_time: begin,
					end_time: end,
					geo: hasGeo ? geo : '',
				}),
				changedAt,
				isGoing,
			}),
		);
		const isReal = (time: string | null) =>
			time === null ||
			timeZone === null ||
			wallClockAt(instantOf(time as never, timeZone), timeZone) === time;
		fc.pre(entries.every(({ event }) => isReal(event.begin) && isReal(event.end)));
		const document = await writeCalendar(
			{ name: 'A', site: 'Daybill', publicUrl, timeZone, stamp: now },
			entries,
		);

		for (const line of document.split('\r\n')) {
			expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
			expect(line).not.toMatch(/[\r\n]/);
		}
		const expected = entries.map(({ event }) => {
			const whole = wholeDaysOf(event);
			return {
				title: event.title,
				begin: whole ? startOfDay(whole.first) : event.begin,
				end: whole ? startOfDay(whole.next) : event.end,
				address: event.address,
				geo:
					event.geo === null ? '0 0' : `${event.geo.latitude.toFixed(6)} ${event.geo.longitude.toFixed(6)}`,
				page: `${publicUrl}/events/${event.id}`,
			};
		});
		const reading = readCalendar(Buffer.from(document), {
			zone: timeZone ?? 'Asia/Shanghai',
			otherZone: 'UTC',
			charset: null,
			plainText,
			now,
			typeOf: () => 'others',
		});
		const events = reading.events.toSorted((one, other) => (String(one.page) < String(other.page) ? -1 : 1));
		expect(events).toMatchObject(expected);
		for (const [index, { content }] of events.entries())
			expect(content).toContain(plainText(entries[index]?.event.content ?? null));
		expect([...reading.leftOut, ...reading.notes]).toEqual([]);
	});
	await fc.assert(property, { numRuns: 60 });
});
