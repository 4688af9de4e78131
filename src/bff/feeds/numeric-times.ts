import { daySpan, type EventTimes, isAllDay } from '../../contract/event/times.ts';
import { dayOf, timeOfDay } from '../../contract/event/wall-clock.ts';

/** An event's times without words, because readers of a feed may have any language; empty without a start. */
export function numericTimes(times: EventTimes): string {
	const { begin, end } = times;
	const span = daySpan(times);
	if (begin === null || span === null) return '';
	if (isAllDay(times)) return [...new Set([span.first, span.last])].join(' – ');
	return [begin, end]
		.flatMap((time) => time ?? [])
		.map((time) => `${dayOf(time)} ${timeOfDay(time)}`)
		.join(' – ');
}
