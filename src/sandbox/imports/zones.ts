/** Finds time zones by the names that programs use. */
import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { isZone } from '../../servers/zones.ts';
import { instantOf, msOf, timeOf, wallClockAt } from '../dates.ts';
import { type Component, serialize, textOf } from './components.ts';

/** Times are wall clocks (`YYYY-MM-DD HH:MM:SS`), instants are milliseconds since 1970. */
export interface Zone {
	toInstant(time: string): number;
	toTime(instant: number): string;
	/** The zone that was chosen for an ambiguous abbreviation. */
	guess?: string;
}

const ambiguous = /^(?:[BCI]ST)$/i;

const zoneNamed = (name: string): Zone => ({
	toInstant: (time) => instantOf(time, name),
	toTime: (instant) => wallClockAt(instant, name),
});

const zoneAhead = (ms: number): Zone => ({
	toInstant: (time) => msOf(time) - ms,
	toTime: (instant) => timeOf(instant + ms),
});

/** Maximum length of a name in characters. */
const maxName = 200;

export const utc = zoneAhead(0);

/** A zone that the file defines itself; null if the library can't read it. */
function zoneDefined(definition: Component): Zone | null {
	try {
		const component = new ICAL.Component(ICAL.parse(serialize(definition)));
		const zone = new ICAL.Timezone({ component, tzid: textOf(definition, 'TZID') });
		const toInstant = (time: string) =>
			msOf(time) - zone.utcOffset(ICAL.Time.fromDateTimeString(time.replace(' ', 'T'))) * 1_000;
		const toTime = (instant: number) => {
			const time = ICAL.Time.fromJSDate(new Date(instant), true).convertToZone(zone);
			return time.toString().slice(0, 19).replace('T', ' ');
		};
		const isUsable = definition.components.length > 0 && Number.isFinite(toInstant('2026-01-01 00:00:00'));
		return isUsable ? { toInstant, toTime } : null;
	} catch {
		return null;
	}
}

/** An IANA name, alone or after a vendor's prefix, as in `/mozilla.org/20050126_1/America/New_York`. */
function ianaName(name: string): string | null {
	const parts = name
		.trim()
		.replaceAll(' ', '_')
		.split('/')
		.filter((part) => part !== '');
	const names = parts.map((_, index) => parts.slice(index).join('/'));
	return names.find((each) => /^[A-Z]/i.test(each) && isZone(each)) ?? null;
}

/** An offset in place of a name, as in `UTC+1`, `+01:00` or `(GMT +01:00)`. */
function offsetOf(name: string): Zone | null {
	const [, sign, hours, minutes = '0'] =
		/^\(?(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})[:.]?(\d\d)?(?:$|\))/i.exec(name) ?? [];
	if (sign === undefined) return null;
	return zoneAhead(Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000);
}

/** Outlook's descriptions: `(UTC+01:00) Amsterdam, Berlin, Bern` or `(UTC-05:00) Eastern Time (US & Canada)`. */
function describedZone(name: string): string | null {
	const [offset = ''] = /^\([^)]*\)/.exec(name) ?? [];
	const places = name.slice(offset.length).trim();
	const windows = findIana(`${places.split(/ Time\b/)[0]} Standard Time`)[0];
	if (windows !== undefined) return windows;
	const cities = places.split(/[,/]/).map((city) => city.trim().replaceAll(' ', '_'));
	const zones = Intl.supportedValuesOf('timeZone');
	const found = cities.flatMap((city) => zones.find((zone) => zone.endsWith(`/${city}`)) ?? []);
	const ahead = offsetOf(offset);
	// In winter, clocks show the offset in the description: in January in the north, in July in the south.
	const isAhead = (zone: string, time: string) => zoneNamed(zone).toInstant(time) === ahead?.toInstant(time);
	const isRight = (zone: string) =>
		ahead === null || ['2026-01-01 12:00:00', '2026-07-01 12:00:00'].some((time) => isAhead(zone, time));
	return found.find(isRight) ?? null;
}

/** Exchange appends a number if a file has several zones of one name. */
const plainName = (name: string): string => name.replace(/ (?:\d+|\([^()]*\))$/, '');

/** IANA's name for a zone; null if unknown. */
export function zoneNameOf(written: string): string | null {
	if (written.length > maxName) return null;
	const name = written.trim();
	const plain = plainName(name);
	return findIana(plain)[0] ?? ianaName(plain) ?? describedZone(name);
}

/** Finds zones by the names in a file. @param definitions its VTIMEZONE components */
export function findZones(definitions: readonly Component[]): (name: string) => Zone | null {
	const known = new Map<string, Zone | null>();
	const find = (name: string): Zone | null => {
		if (/^(?:.*\/)?(?:Z|UTC|GMT|Zulu)$/i.test(name)) return utc;
		const definition = definitions.find((each) => textOf(each, 'TZID') === name);
		const located = definition && zoneNameOf(textOf(definition, 'X-LIC-LOCATION'));
		// A program can give its zones any name, such as CST for China's.
		const isOwn = !name.includes('/') && findIana(plainName(name)).length === 0;
		const own = isOwn && definition && (located ? zoneNamed(located) : zoneDefined(definition));
		if (own) return own;
		const iana = zoneNameOf(name) ?? located ?? null;
		if (iana === null) return (definition && zoneDefined(definition)) ?? offsetOf(name);
		const zone = zoneNamed(iana);
		if (!ambiguous.test(name)) return zone;
		return { ...zone, guess: new Intl.DateTimeFormat('en', { timeZone: iana }).resolvedOptions().timeZone };
	};
	return (name) => {
		const zone = known.has(name) ? (known.get(name) ?? null) : find(name);
		known.set(name, zone);
		return zone;
	};
}
