/** The texts, place and links of an event. */
import { wallClockAt } from '../dates.ts';
import { type Component, cut, oneLine, propertiesOf, propertyOf, textOf, unescaped } from './components.ts';
import { example, type Note, type TimesContext } from './event-times.ts';

/** Maximum number of characters of each text, and of categories. */
const longest = {
	title: 200,
	content: 20_000,
	address: 300,
	name: 100,
	url: 2_000,
	categories: 20,
} as const;

/** Removes tags and decodes entities. */
export type PlainText = (html: string) => string;

export const titleOf = (event: Component, plainText: PlainText): string =>
	oneLine(plainText(textOf(event, 'SUMMARY')), longest.title);

export const nameOf = (name: string): string => oneLine(name, longest.name);

/** The description, or the text of its HTML form if a program writes only that. */
export function contentOf(event: Component, plainText: PlainText, note: Note): string {
	const html = propertiesOf(event, 'X-ALT-DESC', 'STYLED-DESCRIPTION').map(({ value }) =>
		unescaped(value, 10 * longest.content),
	);
	const content =
		textOf(event, 'DESCRIPTION', longest.content).trim() ||
		plainText((html.find((each) => each.trim() !== '') ?? '').slice(0, 10 * longest.content));
	if (content.length > longest.content) note(`with the text cut off after ${longest.content} characters`);
	return cut(content, longest.content);
}

export const categoriesOf = (event: Component): string =>
	oneLine(
		propertiesOf(event, 'CATEGORIES')
			.flatMap(({ value }) => value.split(/(?<!\\),/))
			.slice(0, longest.categories)
			.map((value) => unescaped(value))
			.join(' '),
		longest.address,
	);

/** The place on one line: programs write name, street and city on separate lines. */
export function addressOf(event: Component, plainText: PlainText): string {
	const apple = propertyOf(event, 'X-APPLE-STRUCTURED-LOCATION')?.parameters;
	const titled = [apple?.get('X-TITLE') ?? '', apple?.get('X-ADDRESS') ?? ''].map((each) => unescaped(each));
	const text = plainText(textOf(event, 'LOCATION')) || titled.join('\n');
	const lines = text.split(/\r?\n/).flatMap((line) => line.replace(/,\s*$/, '').trim() || []);
	return oneLine(lines.join(', '), longest.address);
}

/** In degrees. A place further than this from the meridian of its zone looks wrong. */
const farFromZone = 22;
/**
 * In degrees. Coordinates count as swapped only if the place is then closer than this to the meridian of its zone.
 * Spain is up to 24 degrees west of the meridian of its clocks.
 */
const nearZone = 26;
/** Beyond this latitude, few people live. */
const lastInhabited = 66;

/** Degrees from a longitude to the meridian of a zone's clocks, in January. */
const distanceFromZone = (longitude: number, zone: string): number => {
	const noon = Date.parse('2026-01-15T12:00:00Z');
	const ahead = Date.parse(`${wallClockAt(noon, zone).replace(' ', 'T')}Z`) - noon;
	return Math.abs(longitude - (ahead / 3_600_000) * 15);
};

/** Latitude and longitude from GEO, or from Apple's property; `0 0` without a place. */
export function geoOf(event: Component, { cityZone: zone, note }: TimesContext): string {
	const geo = propertyOf(event, 'GEO');
	const apple = propertyOf(event, 'X-APPLE-STRUCTURED-LOCATION');
	const written =
		geo?.value.replaceAll(/[\\\s]/g, (character) => (character === '\\' ? '' : ' ')).trim() ?? '';
	const parts = written.includes(';') ? written.replaceAll(',', '.').split(';') : written.split(/[,\s]+/);
	const [, ...uri] = /geo:([+-]?[\d.]+),([+-]?[\d.]+)/i.exec(apple?.line.text ?? '') ?? [];
	const isOnEarth = ([latitude = Number.NaN, longitude = Number.NaN]: readonly number[]) =>
		Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
	const numbers = [parts, uri].map((each) =>
		each.slice(0, 2).map((part) => (part.trim() === '' ? Number.NaN : Number(part))),
	);
	const away = ([, longitude = 0]: readonly number[]) => distanceFromZone(longitude, zone);
	const write = (place: readonly number[]) => place.map((degrees) => degrees.toFixed(6)).join(' ');
	for (const place of numbers) {
		const swapped = place.toReversed();
		const isFar =
			away(place) > farFromZone && away(place) > away(swapped) && Math.abs(swapped[0] ?? 0) < lastInhabited;
		if ((isFar || !isOnEarth(place)) && isOnEarth(swapped) && away(swapped) < nearZone) {
			if (geo) note('with latitude and longitude swapped, as the place shows', example(geo));
			return write(swapped);
		}
		if (isOnEarth(place)) return write(place);
	}
	if (geo && numbers[0]?.some((number) => number !== 0))
		note("without its coordinates, which can't be read: write GEO:52.52;13.40", example(geo));
	return '0 0';
}

/** The organizer's name; null if the file has none, or an e-mail address, which should not be published. */
export function organizerOf(event: Component): string | null {
	const name = nameOf(propertyOf(event, 'ORGANIZER')?.parameters.get('CN') ?? '');
	return name === '' || name.includes('@') ? null : name;
}

export function urlOf(text: string): string | null {
	const url = text.length <= longest.url ? URL.parse(text.trim()) : null;
	return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The image property (RFC 7986 §5.10), or an attached image, as older programs write it. */
export function imageOf(event: Component, note: Note): string | null {
	const attached = propertiesOf(event, 'ATTACH').filter(({ parameters }) =>
		/^image\//i.test(parameters.get('FMTTYPE') ?? ''),
	);
	const images = [...propertiesOf(event, 'IMAGE'), ...attached];
	const url = images.flatMap(({ value }) => urlOf(unescaped(value)) ?? [])[0];
	if (url === undefined && images.length > 0) note('with an image that is not at an http(s) URL');
	return url ?? null;
}
