/** Requests that are meant to be expensive, for any route: long, many, nested, repeated, and the worst that is known. */

import { imageUrl, imageWidths } from '../../../src/contract/bff-api/images.ts';
import { csrfHeader } from '../../../src/contract/bff-api/session.ts';
import { serverPatterns } from '../../../src/contract/paths.ts';
import { dayTypes, eventTypes } from '../../../src/contract/spec/filters.ts';
import type { Route } from './route-table.ts';
import { cities, imageFiles, userId } from './service-data.ts';

export interface Attempt {
	method: string;
	/** Path and query, as they are sent. */
	path: string;
	headers: Record<string, string>;
	body?: string;
}

export interface Attacker {
	/** Origin that browsers use. */
	publicUrl: string;
	/** Cookie of somebody who is signed in, and the name of their calendar's file. */
	cookie: string;
	ownCalendar: string;
	/** Origin of the service, whose images these are. */
	serviceOrigin: string;
	/** Signs an image's URL as the BFF does. */
	sign: (source: string) => string;
}

/** A part of a request: values of the path's parameters, query, headers, body. */
interface Parts {
	parameters?: Record<string, string>;
	query?: string;
	headers?: Record<string, string>;
	body?: string;
}

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

const usualParameters = (index: number): Record<string, string> => ({
	id: `e${index % 5_000}`,
	uid: index % 2 === 0 ? 'beijing' : `city-${index % cities}`,
	relation: pick(['participated', 'wished', 'created'], index),
	width: String(pick(imageWidths, index)),
	place: `Venue ${index}`,
	file: `${index % 2 === 0 ? 'beijing' : `city-${index % cities}`}.${pick(['ics', 'atom', 'json'], index)}`,
	'*': 'state',
});

/** A query that the routes of lists take, another one each time. */
const usualQuery = (index: number) =>
	new URLSearchParams({ day_type: pick(dayTypes, index), type: pick(eventTypes, index >> 2) }).toString();

/** Words that match many others approximately. */
const words = ['concert', 'musical', 'theatre', 'painting', 'language', 'exchange', 'evening', 'festival'];
const beginnings = [...'abcdefghilmnoprstuw'].flatMap((first) =>
	[...'aehilou'].map((second) => first + second),
);
const chinese = '一场关于城市与声音的夜晚欢迎所有人参加音乐会展览戏剧讲座';

/** Queries of the routes that take their own, at their most expensive. */
function heavyQuery({ pattern }: Route, index: number): string {
	const q = pick(
		[
			words.join(' ').slice(index % 20, 100),
			chinese.repeat(4).slice(0, 100),
			// Each becomes eighteen characters once it is normalised.
			`北京${'ﷺ'.repeat(98)}`,
			`夜晚${chinese.slice(index % 9, 14)}`,
			// Beginnings of many words, and words of many events, with a typo each.
			Array.from({ length: 33 }, (_, each) => pick(beginnings, index + each * 7)).join(' '),
			'musci nigth logn ofl muscic nihgt lonng'.slice(index % 5),
		],
		index,
	);
	if (pattern === serverPatterns.searchDays)
		return new URLSearchParams({ q, from: '2026-11-20', to: '2027-01-15' }).toString();
	if (pattern === serverPatterns.search)
		return new URLSearchParams({ q, count: '100', type: pick(eventTypes, index) }).toString();
	if (pattern === serverPatterns.embed) return `count=20&${usualQuery(index)}`;
	if (pattern.startsWith('/api')) return `start=${(index * 100) % 5_000}&count=100`;
	return usualQuery(index);
}

const login = JSON.stringify({ state: 'a'.repeat(32) });

/** By name: what is expensive about the requests of a kind. @param index of the request, so that each differs */
const shapes: Record<string, (route: Route, index: number, attacker: Attacker) => Parts> = {
	usual: (_route, index) => ({ parameters: usualParameters(index), query: usualQuery(index), body: login }),
	'signed in': (route, index, { cookie, ownCalendar }) => ({
		parameters: {
			...usualParameters(index),
			// Lists of one's own are not shared.
			...(route.pattern.includes('/user_') ? { id: userId } : {}),
			...(route.pattern === serverPatterns.ownCalendar ? { file: ownCalendar } : {}),
		},
		query: heavyQuery(route, index),
		headers: { cookie },
		body: '{"grant_type":"refresh_token"}',
	}),
	long: (_route, index) => ({
		parameters: Object.fromEntries(
			Object.keys(usualParameters(0)).map((name) => [name, `${index}${'中'.repeat(190)}`]),
		),
		query: `q=${'%E4%B8%AD'.repeat(1_000)}`,
		body: JSON.stringify({ state: 'x'.repeat(15_000) }),
	}),
	many: (_route, index) => ({
		parameters: usualParameters(index),
		query: Array.from({ length: 1_000 }, (_, each) => `p${each}=1`).join('&'),
		headers: {
			cookie: Array.from({ length: 150 }, (_, each) => `daybill-sign-in-${each}=1`).join('; '),
			'accept-language': Array.from({ length: 200 }, (_, each) => `a${each};q=0.5`).join(','),
			'accept-encoding': Array.from({ length: 150 }, (_, each) => `e${each};q=0.5`).join(','),
			'if-none-match': Array.from({ length: 200 }, (_, each) => `"${each}"`).join(','),
		},
		body: `{${Array.from({ length: 1_500 }, (_, each) => `"k${each}":1`).join(',')}}`,
	}),
	nested: (_route, index) => ({
		parameters: usualParameters(index),
		query: `q=${'(['.repeat(40)}&day_type${'[a]'.repeat(500)}=x`,
		body: '['.repeat(16_000),
	}),
	worst: (route, index, { serviceOrigin, sign, cookie }) => {
		if (route.pattern === serverPatterns.image) {
			const source = sign(`${serviceOrigin}/images/${index}-${pick(imageFiles, index)}`);
			const query = imageUrl(source, pick(imageWidths, index)).split('?')[1] ?? '';
			return { parameters: usualParameters(index), query };
		}
		return {
			parameters: { ...usualParameters(index), id: index % 3 === 0 ? 'big' : `e${index}` },
			query: heavyQuery(route, index),
			headers: { 'accept-encoding': 'br', ...(index % 2 === 0 ? { cookie } : {}) },
			body: JSON.stringify({
				grant_type: 'authorization_code',
				code: `code-${index}`,
				state: 'a'.repeat(32),
			}),
		};
	},
};

export const shapeNames: readonly string[] = Object.keys(shapes);

/** The path of a route with these parameters, percent-encoded; `*` takes the rest of the path. */
const fill = (pattern: string, parameters: Record<string, string>): string =>
	pattern.replaceAll(/:(\w+)|\*/g, (mark, name: string | undefined) =>
		encodeURIComponent(parameters[name ?? mark] ?? ''),
	);

/** One request of a shape at a route. */
export function attemptAt(route: Route, shape: string, index: number, attacker: Attacker): Attempt {
	const parts = shapes[shape]?.(route, index, attacker) ?? {};
	const { method } = route;
	const path = fill(route.pattern, parts.parameters ?? {});
	const hasBody = method !== 'GET' && method !== 'DELETE' && !route.pattern.startsWith('/api');
	return {
		method,
		path: parts.query === undefined ? path : `${path}?${parts.query}`,
		headers: {
			host: new URL(attacker.publicUrl).host,
			[csrfHeader]: '1',
			'sec-fetch-site': 'same-origin',
			'accept-encoding': 'gzip',
			...(method === 'GET' ? {} : { origin: attacker.publicUrl }),
			...(hasBody ? { 'content-type': 'application/json' } : {}),
			...parts.headers,
		},
		...(hasBody && parts.body !== undefined ? { body: parts.body } : {}),
	};
}
