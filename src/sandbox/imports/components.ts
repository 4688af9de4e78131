/** Reads the components (VEVENT, VTIMEZONE) and properties of an iCalendar file, even if some lines are broken. */
import ICAL from 'ical.js';
import { type Line, quotedPrintable } from './calendar-lines.ts';

export interface Property {
	/** In upper case, like the parameters' names. */
	name: string;
	parameters: ReadonlyMap<string, string>;
	/** As in the file, still escaped. */
	value: string;
	line: Line;
}

export interface Component {
	name: string;
	properties: Property[];
	components: Component[];
}

/** At most `max` characters, without cutting a character that people see as one. */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text.toWellFormed();
	const beyond = new Intl.Segmenter().segment(text.slice(0, max + 50)).containing(max);
	return text.slice(0, beyond?.index).toWellFormed();
}

/** At most `max` characters on one line, without control characters or those that set the direction of text. */
export const oneLine = (text: string, max: number): string =>
	cut(
		text
			.toWellFormed()
			.replaceAll(/\p{Bidi_Control}/gu, '')
			.replaceAll(/[\s\p{Cc}]+/gu, ' ')
			.trim(),
		max,
	);

export const propertyOf = (component: Component, name: string): Property | undefined =>
	component.properties.find((property) => property.name === name && property.value.trim() !== '');

export const propertiesOf = (component: Component, ...names: string[]): Property[] =>
	component.properties.filter(({ name }) => names.includes(name));

/** Maximum number of characters of any text but a description. */
const longest = 5_000;

/** The value of a text property, or at least its first `max` characters; empty if missing. */
export const textOf = (component: Component, name: string, max = longest): string =>
	unescaped(propertyOf(component, name)?.value ?? '', max);

export const unescaped = (value: string, max = longest): string =>
	value
		.slice(0, 2 * max + 2)
		.replaceAll(/\\([\\;,:"&nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));

/**
 * Forms of a property; the first match wins. Zone names contain colons, which not every program quotes, so a date value
 * is recognized by its year. The last form is for a quotation mark that is not closed before the value.
 */
const heads = [
	/^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(;.*?)?:(\d{4}-?\d\d-?\d\d.*)$/is,
	/^([a-z][\w-]*)[ \t]*((?:;(?:"[^"]*"|[^":])*)?):(.*)$/is,
	/^([a-z][\w-]*)[ \t]*((?:;[^:]*)?):(.*)$/is,
] as const;

const carets: Readonly<Record<string, string>> = { n: '\n', "'": '"', '^': '^' };

function readProperty(line: Line): Property | null {
	const parts = heads.map((form) => form.exec(line.text)).find((found) => found !== null);
	const [, name, head = '', written = ''] = parts ?? [];
	if (name === undefined) return null;
	const parameters = new Map<string, string>();
	for (const part of head.match(/(?:"[^"]*"|[^";])+|"/g) ?? []) {
		const [key = '', ...rest] = part.split('=');
		const value = rest.join('=').replaceAll('"', '').trim();
		const plain = value.replaceAll(/\^([n'^])/g, (all, character: string) => carets[character] ?? all);
		parameters.set(key.trim().toUpperCase(), plain);
	}
	const isQuotedPrintable = parameters.get('ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE';
	const value = isQuotedPrintable ? quotedPrintable(written, parameters.get('CHARSET')) : written;
	return { name: name.toUpperCase(), parameters, value, line };
}

const knownNames: ReadonlySet<string> = new Set(
	[
		...Object.keys(ICAL.design.icalendar.property),
		...['image', 'color', 'conference', 'name', 'source', 'refresh-interval', 'styled-description'],
	].map((name) => name.toUpperCase()),
);
/** Properties whose values are not texts, so that a line without a name can't continue them. */
const withoutText =
	/^(?:DT.*|UID|DURATION|[RE]X?DATE|[RE]X?RULE|RECURRENCE-ID|GEO|SEQUENCE|STATUS|CLASS|TRANSP|CREATED|LAST-MODIFIED)$/;

/** @throws Error unless these lines are a complete iCalendar file */
export function readComponents(lines: readonly Line[]) {
	const newCalendar = (): Component => ({ name: 'VCALENDAR', properties: [], components: [] });
	const outside = newCalendar();
	/** The first element contains the events outside any calendar. */
	const calendars = [outside];
	/** Lines that belong to no property. */
	const unread: Line[] = [];
	/** Properties whose text has line breaks that should have been escaped. */
	const broken = new Set<Property>();
	let open: Component[] = [];
	let [isCalendar, hasUpperCase] = [false, true];
	/** The property that a line without a name continues, and the empty lines after it. */
	let last: Property | null = null;
	let gap = '';

	/** Whether a line is a property. In a description, “Location: side entrance” is text. */
	const isProperty = ({ line: { text }, name, value }: Property): boolean => {
		if (last === null || withoutText.test(last.name)) return true;
		if (hasUpperCase && !text.startsWith(name)) return false;
		return knownNames.has(name) || name.startsWith('X-') || !/^\s|^$/.test(value);
	};
	for (const line of lines) {
		const [, edge, written = ''] =
			/^\s*(BEGIN|END)\s*:\s*(V[A-Z]+|STANDARD|DAYLIGHT|PARTICIPANT|AVAILABLE|X-[\w-]+)\s*$/i.exec(
				line.text,
			) ?? [];
		const name = written.toUpperCase();
		if (edge !== undefined && (open.length === 0 || !hasUpperCase || edge === edge.toUpperCase())) {
			if (!isCalendar) hasUpperCase = edge === edge.toUpperCase();
			isCalendar = true;
			[last, gap] = [null, ''];
			const parent = open.findLastIndex((component) => component.name === name);
			if (edge.toUpperCase() === 'END') open = parent === -1 ? open : open.slice(0, parent);
			else if (name === 'VCALENDAR') {
				open = [newCalendar()];
				calendars.push(...open);
			} else {
				// An event without its END line ends where the next one begins.
				if (name === 'VEVENT' && parent !== -1) open = open.slice(0, parent);
				const component: Component = { name, properties: [], components: [] };
				(open.at(-1) ?? outside).components.push(component);
				open.push(component);
			}
			continue;
		}
		const component = open.at(-1);
		if (component === undefined) continue;
		if (line.text.trim() === '') {
			gap += '\\n';
			continue;
		}
		const property = readProperty(line);
		if (property !== null && isProperty(property)) {
			component.properties.push(property);
			last = property;
		} else if (last !== null && !withoutText.test(last.name)) {
			last.value += `\\n${gap}${line.text}`;
			broken.add(last);
		} else unread.push(line);
		gap = '';
	}
	if (!isCalendar) {
		const isPage = /^\s*<(?:!doctype|html|head|title)/i.test(
			lines.find(({ text }) => text.trim() !== '')?.text ?? '',
		);
		throw new Error(
			`this is not an iCalendar file${isPage ? ', but a web page: look there for a link to iCal or .ics' : ''}`,
		);
	}
	// Without this error, the events in the missing part would count as canceled.
	if (open.length > 0) throw new Error('the file is truncated: download or export it again');
	return { calendars, unread, broken };
}

/** A component as text, which the library parses. */
export const serialize = ({ name, properties, components }: Component): string =>
	[
		`BEGIN:${name}`,
		...properties.map(({ line }) => line.text),
		...components.map(serialize),
		`END:${name}`,
	].join('\n');
