import ICAL from 'ical.js';
import type { DocumentFormat } from '../../../src/bff/feeds/feed-documents.ts';

export const written = <Entry>(format: DocumentFormat<Entry>, entries: readonly Entry[]): string =>
	format.documentOf(entries.map(format.entryOf));

/** The events of a calendar, read by a parser that is independent of the one that wrote it. */
export const icalEvents = (text: string): ICAL.Event[] =>
	new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0])
		.getAllSubcomponents('vevent')
		.map((component) => new ICAL.Event(component));
