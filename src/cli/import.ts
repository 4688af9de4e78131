/**
 * `daybill import FILE-OR-URL --city NAME`: imports an iCalendar file's events into the sandbox, so that a town, club
 * or venue sees its own calendar in Daybill. Works while Daybill runs. `--every 1h` keeps calendars current.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { decodeNamedEntities } from '../bff/reads/parse-response.ts';
import { typeOf } from '../bff/search/meanings.ts';
import { plainText } from '../contract/event/plain-text.ts';
import { importedTimeZone, openClock } from '../sandbox/clock.ts';
import { openDatabase } from '../sandbox/database.ts';
import { wallClockAt } from '../sandbox/dates.ts';
import { oneLine } from '../sandbox/imports/components.ts';
import { importEvents } from '../sandbox/imports/import-events.ts';
import { type Remarks, readCalendar } from '../sandbox/imports/read-calendar.ts';
import { seedIfEmpty } from '../sandbox/seed-database.ts';
import { sandboxTimeZone } from '../servers/sandbox-defaults.ts';
import { readSettings, type Settings } from '../servers/settings.ts';
import { isZone } from '../servers/zones.ts';
import { fail, printable, reasonOf } from './run.ts';

const maxBytes = 20 * 1024 * 1024;
const fetchSeconds = 30;
const maxCityName = 100;
/** Maximum number of titles in a line of the summary. */
const maxNamed = 3;
/** Share of events that may be unreadable without `--force`. */
const maxLost = 0.1;

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function intervalMs(text: string): number {
	const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
	const ms = Number(count) * (units[unit] ?? 0);
	// A timer can't wait longer than 24 days.
	if (ms >= 5 * 60_000 && ms <= 20 * 86_400_000) return ms;
	throw new Error(`--every: expected 5m to 20d, such as 1h, got ${text}`);
}

function isPlainUrl(source: string): boolean {
	const url = URL.parse(source);
	return url !== null && `${url.username}${url.password}` === '';
}

function readArguments(args: readonly string[]) {
	const { values, positionals: sources } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			city: { type: 'string', multiple: true, default: [] },
			zone: { type: 'string' },
			charset: { type: 'string' },
			every: { type: 'string' },
			only: { type: 'boolean', default: false },
			force: { type: 'boolean', default: false },
		},
	});
	const { zone = null, charset = null, only, force } = values;
	const cities = values.city.map((city) => oneLine(city, maxCityName));
	if (sources.length === 0) throw new Error('pass a calendar file or URL');
	// Reject such URLs here: other messages would contain the URL, with its password.
	if (sources.some((source) => source.includes('://') && !isPlainUrl(source)))
		throw new Error(
			'a URL is invalid, or has a user name or password: correct it, or download the calendar and import the file',
		);
	if (cities.length === 0 || cities.includes(''))
		throw new Error('--city: missing; pass the name of the city');
	if (cities.length > 1 && cities.length !== sources.length)
		throw new Error(`--city: pass one for all calendars, or one for each of the ${sources.length}`);
	if (zone !== null && !isZone(zone))
		throw new Error(`--zone: expected a time zone such as Europe/Berlin, got ${zone}`);
	return {
		calendars: sources.map((source, index) => ({ source, city: cities[index] ?? cities[0] ?? '' })),
		options: { zone, charset, only, force, sources: sources.map(identityOf) },
		everyMs: values.every === undefined ? null : intervalMs(values.every),
	};
}

type Arguments = ReturnType<typeof readArguments>;
type Calendar = Arguments['calendars'][number];

const identityOf = (source: string): string => URL.parse(source)?.href ?? path.resolve(source);

/** @returns also the encoding, if the server sends one @throws Error if the calendar can't be loaded or is too large */
async function load(source: string) {
	const { body, charset } = await open(source);
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.byteLength;
		if (size > maxBytes) throw new Error(`the file is larger than ${maxBytes / 1024 / 1024} MB`);
		chunks.push(chunk);
	}
	return { bytes: Buffer.concat(chunks), charset };
}

async function open(source: string): Promise<{ body: AsyncIterable<Uint8Array>; charset: string | null }> {
	if (!/^(https?|webcals?):\/\//i.test(source)) return { body: createReadStream(source), charset: null };
	const url = source.replace(/^webcals?:/i, 'https:');
	const response = await fetch(url, {
		headers: { accept: 'text/calendar, */*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Daybill)' },
		redirect: 'manual',
		signal: AbortSignal.timeout(fetchSeconds * 1_000),
	}).catch((error: Error) => {
		const cause = error.cause instanceof Error ? error.cause.message : error.message;
		throw new Error(`the server doesn't answer (${cause})`, { cause: error });
	});
	const { status, headers, body } = response;
	const target = status < 400 ? headers.get('location') : null;
	// Not followed: a redirect may lead into this machine's network.
	if (target !== null)
		throw new Error(
			`the URL redirects to ${URL.parse(target, url)?.origin}: if that is expected, pass the new URL, which curl -I shows`,
		);
	if ([401, 403, 406, 429].includes(status))
		throw new Error(
			`the server refuses this program (status ${status}): download the calendar with a browser, and import the file`,
		);
	if (!response.ok || body === null) throw new Error(`the server responded with status ${status}`);
	const [, charset = null] = /charset="?([^";\s]+)/i.exec(headers.get('content-type') ?? '') ?? [];
	return { body, charset };
}

/** Lines such as `3  private: Dinner, Party, …`. */
const remarksIn = (heading: string, remarks: Remarks): string[] => {
	if (remarks.size === 0) return [];
	const lines = [...remarks].map(([what, examples]) => {
		const named = [...new Set(examples)].filter((each) => each !== '');
		const list = named.length > maxNamed ? [...named.slice(0, maxNamed), '…'] : named;
		return `  ${String(examples.length).padStart(4)}  ${what}${list.length > 0 ? `: ${list.join(', ')}` : ''}`;
	});
	return [heading, ...lines];
};

/** @throws Error if the calendar, or too much of it, can't be read */
async function importOne(
	{ source, city }: Calendar,
	{ zone, charset, only, force, sources }: Arguments['options'],
	{ bff, sandbox }: Settings,
): Promise<void> {
	const loaded = await load(source);
	const database = openDatabase(sandbox.database);
	try {
		const clock = openClock(database);
		const zoneBefore = importedTimeZone(database);
		const reading = readCalendar(loaded.bytes, {
			zone: zone ?? zoneBefore,
			otherZone: bff.timeZone ?? sandboxTimeZone,
			charset: charset ?? loaded.charset,
			now: clock.now(),
			canBeEmpty: force,
			typeOf,
			plainText: (html) => plainText(decodeNamedEntities(html)),
		});
		const { events, lost, leftOut, notes } = reading;
		const count = events.length + lost.length;
		const isMuchLost = lost.length > count * maxLost;
		if (isMuchLost && (!force || events.length === 0)) {
			console.log(printable(remarksIn('Not imported:', leftOut).join('\n')));
			throw new Error(
				`${lost.length} of ${count} events can't be read${events.length > 0 ? '. Correct them, or add --force to import the others' : ''}`,
			);
		}
		seedIfEmpty(database, clock.wallClock(), 'demo');
		const { added, updated, removed, recognized, shared, replaced } = importEvents(database, {
			reading,
			source: identityOf(source),
			city,
			organizer: reading.name ?? city,
			only,
			force,
			sources,
			now: wallClockAt(clock.now(), reading.zone),
		});
		if (recognized.length > 0) notes.set('recognized, although the UID or the time changed', recognized);
		if (replaced.length > 0)
			notes.set(`from an earlier calendar that this one takes over, ${removed} of them removed`, replaced);
		if (shared.length > 0) leftOut.set('already in another calendar of the city', shared);
		const report = [
			`${city}, times of ${reading.zone}: ${added} new events, ${updated} updated, ${removed} removed.`,
			...remarksIn('Not imported:', leftOut),
			...remarksIn('Imported, but:', notes),
		];
		console.log(printable(report.join('\n')));
		if (zoneBefore !== reading.zone)
			console.log('The time zone is new: if Daybill is running, restart it to use it.');
	} finally {
		database.close();
	}
}

/** Imports calendars again and again, until the process ends. If one can't be imported, its events stay. */
async function importForever(
	calendars: readonly Calendar[],
	options: Arguments['options'],
	settings: Settings,
	everyMs: number,
): Promise<never> {
	for (let { only } = options; ; only = false) {
		for (const calendar of calendars) {
			const { source, city } = calendar;
			// Omits the path of a URL, which may contain a secret.
			console.log(
				`${new Date().toISOString()} ${city}, from ${oneLine(URL.parse(source)?.host || source, maxCityName)}`,
			);
			await importOne(calendar, { ...options, only }, settings).catch((error: unknown) =>
				console.error(
					`Warning: not updated, and its events stay as they were: ${printable(reasonOf(error))}`,
				),
			);
		}
		await setTimeout(everyMs);
	}
}

export async function importCalendar(args: readonly string[]): Promise<void> {
	try {
		const { calendars, options, everyMs } = readArguments(args);
		const settings = readSettings(process.env);
		if (settings.sandbox.database === ':memory:')
			throw new Error('SANDBOX_DB is :memory:, which loses imported events: set it to a file');
		if (!settings.sandbox.enabled)
			console.log('EVENTS_BASE_URL is set: Daybill shows that service, not the sandbox.');
		if (everyMs !== null) await importForever(calendars, options, settings, everyMs);
		for (const calendar of calendars) await importOne(calendar, options, settings);
		console.log('Run npm start to see them; if Daybill is running, it shows them within a minute.');
	} catch (error) {
		fail(error, 'Nothing was imported');
	}
}
