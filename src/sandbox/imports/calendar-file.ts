/** Parses an iCalendar file (RFC 5545) event by event, so that a broken one doesn't affect the others. */
import ICAL from 'ical.js';

export type Component = InstanceType<typeof ICAL.Component>;

/** Events with the same identifier: one, or a series with its modified occurrences. */
export interface Series {
	master: Component | null;
	exceptions: Component[];
}

export interface CalendarFile {
	/** Name and zone of the calendar, from properties that many programs write; empty if missing. */
	name: string;
	zone: string;
	/** By UID. */
	series: ReadonlyMap<string, Series>;
	/** Titles of unparseable events, by reason. */
	unreadable: Map<string, string[]>;
	/** Number of non-event components by name, such as VTODO. */
	others: ReadonlyMap<string, number>;
}

/** At most `max` characters on one line, without terminal control characters. */
export const oneLine = (text: string, max: number): string =>
	text
		.toWellFormed()
		.replaceAll(/\p{Bidi_Control}/gu, '')
		.replaceAll(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.slice(0, max)
		.toWellFormed();

export function addTo(lists: Map<string, string[]>, key: string, value: string): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** The value of a text property; empty if missing. */
export function textOf(component: Component, name: string): string {
	const value: unknown = component.getFirstPropertyValue(name);
	return typeof value === 'string' ? value : '';
}

/** Characters. */
const maxTitle = 200;

export const titleOf = (component: Component): string => oneLine(textOf(component, 'summary'), maxTitle);

export const messageOf = (error: unknown): string =>
	oneLine(error instanceof Error ? error.message : String(error), 100);

const parse = (text: string): Component => new ICAL.Component(ICAL.parse(text));

/** The text of each component by its name, such as VEVENT, and the calendar properties to read. */
function splitComponents(text: string): { components: Map<string, string[]>; properties: string } {
	let calendar: 'none' | 'begun' | 'complete' = 'none';
	const components = new Map<string, string[]>();
	const properties: string[] = [];
	let lines: string[] = [];
	let depth = 0;
	for (const line of text.split(/\r\n|\n|\r/)) {
		// Skips a line without a name: it continues a text that some program failed to fold.
		if (!/^(?:[\w-]+[:;]|[ \t])/.test(line)) continue;
		const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/.exec(line.toUpperCase()) ?? [];
		if (name === 'VCALENDAR') {
			[depth, lines] = [0, []];
			calendar = edge === 'END' ? 'complete' : 'begun';
			continue;
		}
		if (edge === 'BEGIN') depth += 1;
		if (depth > 0) lines.push(line);
		else if (/^(?:X-WR-CALNAME|X-WR-TIMEZONE)[:;]/i.test(line)) properties.push(line);
		if (edge !== 'END' || depth === 0) continue;
		depth -= 1;
		if (depth > 0) continue;
		addTo(components, name, lines.join('\n'));
		lines = [];
	}
	if (calendar === 'none') throw new Error('this is not an iCalendar file');
	// Otherwise the events in the missing part would count as canceled.
	if (calendar === 'begun') throw new Error('the file is truncated: download or export it again');
	return { components, properties: properties.join('\n') };
}

/** The UID; if the file lacks it in violation of RFC 5545, the title and start. */
const uidOf = (component: Component): string =>
	textOf(component, 'uid') ||
	`${textOf(component, 'summary')} ${String(component.getFirstPropertyValue('dtstart'))}`;

const revisionOf = (component: Component): number => Number(component.getFirstPropertyValue('sequence') ?? 0);

/** @throws Error unless this is a complete iCalendar file */
export function openCalendar(text: string): CalendarFile {
	const { components, properties } = splitComponents(text);
	const calendar = parse(`BEGIN:VCALENDAR\n${properties}\nEND:VCALENDAR`);
	const series = new Map<string, Series>();
	const unreadable = new Map<string, string[]>();

	/** Parses components by name. Adds each to the calendar, so that times find their zones. */
	const read = (kind: string, use: (component: Component) => void) => {
		for (const definition of components.get(kind) ?? []) {
			try {
				const component = parse(definition);
				calendar.addSubcomponent(component);
				use(component);
			} catch (error) {
				const line = definition.split('\n').find((each) => /^(?:SUMMARY|TZID)[:;]/i.test(each)) ?? '';
				const title = oneLine(line.slice(line.indexOf(':') + 1), maxTitle);
				addTo(unreadable, `cannot be read: ${messageOf(error)}`, title);
			}
		}
		components.delete(kind);
	};
	read('VTIMEZONE', () => undefined);
	read('VEVENT', (component) => {
		if (!component.hasProperty('dtstart')) throw new Error('no start');
		const uid = uidOf(component);
		const entry = series.get(uid) ?? { master: null, exceptions: [] };
		series.set(uid, entry);
		if (component.getFirstProperty('recurrence-id') !== null) entry.exceptions.push(component);
		else if (entry.master === null || revisionOf(component) >= revisionOf(entry.master))
			entry.master = component;
	});
	return {
		name: textOf(calendar, 'x-wr-calname'),
		zone: textOf(calendar, 'x-wr-timezone'),
		series,
		unreadable,
		others: new Map([...components].map(([kind, definitions]) => [kind, definitions.length])),
	};
}
