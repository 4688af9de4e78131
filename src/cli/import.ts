/**
 * `daybill import FILE-OR-URL --city NAME [--zone ZONE] [--only]`: imports an iCalendar file's events into
 * the sandbox, so that a town, club or venue sees its own calendar in Daybill. Works while Daybill runs.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { meaningsOf } from '../bff/search/meanings.ts';
import { type ListedType, listedTypes } from '../contract/spec/filters.ts';
import { importedTimeZone, openClock, sandboxTimeZone } from '../sandbox/clock.ts';
import { openDatabase } from '../sandbox/database.ts';
import { isZone, wallClockAt } from '../sandbox/dates.ts';
import { oneLine } from '../sandbox/imports/calendar-file.ts';
import { importEvents } from '../sandbox/imports/import-events.ts';
import { type Remarks, readCalendar } from '../sandbox/imports/read-calendar.ts';
import { seedIfEmpty } from '../sandbox/seeding.ts';
import { fail } from './run.ts';
import { readSettings } from './settings.ts';

const maxBytes = 20 * 1024 * 1024;
const fetchSeconds = 30;
const maxCityName = 100;
/** Titles to name per summary line. */
const maxNamed = 3;

const typesOfMeanings: Readonly<Record<string, ListedType>> = {
	'#jazz': 'music',
	'#classical': 'music',
	'#documentary': 'film',
	'#comedy': 'drama',
	'#opera': 'drama',
	'#cleanup': 'commonweal',
	'#repair': 'commonweal',
	'#books': 'salon',
	'#language': 'salon',
	'#photography': 'exhibition',
	'#dance': 'party',
	'#running': 'sports',
	'#climbing': 'sports',
	'#cycling': 'sports',
	'#taichi': 'sports',
	'#hiking': 'travel',
	'#walk': 'travel',
	'#camping': 'travel',
	'#yoga': 'sports',
	'#football': 'sports',
	...Object.fromEntries(listedTypes.map((type) => [`#${type}`, type])),
};

/** The type of the first text that contains a known word, else `others`. */
function typeOf(texts: readonly string[]): ListedType {
	for (const title of texts)
		for (const meaning of meaningsOf(null, title)) {
			const type = typesOfMeanings[meaning];
			if (type !== undefined) return type;
		}
	return 'others';
}

function readArguments(args: readonly string[]) {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			city: { type: 'string' },
			zone: { type: 'string' },
			only: { type: 'boolean', default: false },
		},
	});
	const [source = '', ...others] = positionals;
	const { zone = null, only } = values;
	const city = oneLine(values.city ?? '', maxCityName);
	if (source === '' || others.length > 0) throw new Error('pass one calendar file or URL');
	if (city === '') throw new Error('--city: missing; pass the name of the city');
	if (zone !== null && !isZone(zone))
		throw new Error(`--zone: expected a time zone such as Europe/Berlin, got ${zone}`);
	return { source, city, zone, only };
}

/** The text of a calendar. @throws Error if it can't be loaded or is too large */
async function load(source: string): Promise<string> {
	const decoder = new TextDecoder();
	let [text, bytes] = ['', 0];
	for await (const chunk of await open(source)) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) throw new Error(`the file is larger than ${maxBytes / 1024 / 1024} MB`);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

async function open(source: string): Promise<AsyncIterable<Uint8Array>> {
	if (!/^(https?|webcals?):\/\//i.test(source)) return createReadStream(source);
	const response = await fetch(source.replace(/^webcals?:/i, 'https:'), {
		headers: { accept: 'text/calendar' },
		redirect: 'manual',
		signal: AbortSignal.timeout(fetchSeconds * 1_000),
	});
	const target = response.status < 400 ? response.headers.get('location') : null;
	// Not followed: a redirect may lead into this machine's network.
	if (target !== null)
		throw new Error(`the URL redirects; if that is expected, pass ${URL.parse(target, response.url)?.href}`);
	if (!response.ok || response.body === null)
		throw new Error(`the server responded with status ${response.status}`);
	return response.body;
}

/** Lines such as `3  private: Dinner, Party, …`. */
const remarksIn = (remarks: Remarks): string[] =>
	[...remarks].map(([what, titles]) => {
		const named = [...new Set(titles)].filter((title) => title !== '');
		const list = named.length > maxNamed ? [...named.slice(0, maxNamed), '…'] : named;
		return `  ${String(titles.length).padStart(4)}  ${what}${list.length > 0 ? `: ${list.join(', ')}` : ''}`;
	});

export async function importCalendar(args: readonly string[]): Promise<void> {
	try {
		const { source, city, zone, only } = readArguments(args);
		const { bff, sandbox } = readSettings(process.env);
		if (sandbox.database === ':memory:')
			throw new Error('SANDBOX_DB is :memory:, which loses imported events: set it to a file');
		const text = await load(source);
		const database = openDatabase(sandbox.database);
		const clock = openClock(database);
		const reading = readCalendar(text, {
			zone: zone ?? importedTimeZone(database),
			otherZone: bff.timeZone ?? sandboxTimeZone,
			now: clock.now(),
			typeOf,
		});
		seedIfEmpty(database, clock.wallClock(), 'demo');
		const organizer = reading.name ?? city;
		const from = URL.parse(source)?.href ?? path.resolve(source);
		const now = wallClockAt(clock.now(), reading.zone);
		const { added, updated, removed } = importEvents(database, {
			reading,
			source: from,
			city,
			organizer,
			only,
			now,
		});
		database.close();
		console.log(
			`${city}, times of ${reading.zone}: ${added} new events, ${updated} updated, ${removed} removed.`,
		);
		if (reading.leftOut.size > 0) console.log(['Not imported:', ...remarksIn(reading.leftOut)].join('\n'));
		if (reading.notes.size > 0) console.log(['Imported, but:', ...remarksIn(reading.notes)].join('\n'));
		if (!sandbox.enabled) console.log('EVENTS_BASE_URL is set: Daybill shows that service, not the sandbox.');
		console.log('Run npm start to see them. If Daybill is running, restart it to see them all.');
	} catch (error) {
		fail(error, 'Nothing was imported');
	}
}
