/** Services that read the specification differently from the sandbox, and are right too: changes that are no violations. */

import { at, type Body, body, json, paths } from '../mutants/changes.ts';
import type { Mutant, ProxiedRequest, ProxiedResponse } from '../mutating-proxy.ts';

export interface LawfulVariant extends Pick<Mutant, 'name' | 'request' | 'response'> {
	/** Checks that must say how the service fills the gap, with the verdict `open`. */
	readonly open?: readonly string[];
}

/** Changes every event of a response, in lists and by itself. */
const events =
	(change: (event: Body) => void) => (response: ProxiedResponse, request: Readonly<ProxiedRequest>) => {
		body(paths.event, change)(response, request);
		body(paths.eventLists, (list) => {
			for (const event of list.events as Body[]) change(event);
		})(response, request);
	};

/** Changes every city of a response. */
const cities =
	(change: (loc: Body) => void) => (response: ProxiedResponse, request: Readonly<ProxiedRequest>) => {
		body(paths.loc, change)(response, request);
		body(paths.locs, (list) => {
			for (const loc of list.locs as Body[]) change(loc);
		})(response, request);
	};

/** Changes the query of a request before the service sees it. */
const query = (path: RegExp, change: (parameters: URLSearchParams) => void) => (request: ProxiedRequest) => {
	if (at(request, path)) change(request.url.searchParams);
	return undefined;
};

const lists = /^\/v2\/(event\/(list|user_\w+\/[^/]+|[^/]+\/(participants|wishers))|loc\/list)$/;
const userLists = /^\/v2\/event\/user_\w+\/[^/]+$/;

const error = (code: number, msg: string, { method, url }: ProxiedRequest): ProxiedResponse =>
	json(400, { code, msg, request: `${method} ${url.pathname}` });

/** The event with the most people is private: it is in lists, and nobody but its owner may see it by itself. */
const mostPopularIsPrivate = (): Pick<Mutant, 'request' | 'response'> => {
	let hidden: unknown;
	const people = (event: Body) => Math.min(Number(event.participant_count), Number(event.wisher_count));
	return {
		request: (request) =>
			request.url.pathname.split('/')[3] === hidden ? error(107, 'invalid_request_uri', request) : undefined,
		response: (response, request) => {
			body(paths.eventLists, (list) => {
				hidden ??= (list.events as Body[]).toSorted((left, right) => people(right) - people(left))[0]?.id;
			})(response, request);
			events((event) => {
				if (event.id === hidden) event.is_priv = 'yes';
			})(response, request);
		},
	};
};

/** A day of the calendar week in the sandbox's zone, 0 for Monday. */
function dayOfWeek(index: number): string {
	const now = new Date(Date.now() + 8 * 3_600_000);
	return new Date(now.getTime() + (index - ((now.getUTCDay() + 6) % 7)) * 86_400_000)
		.toISOString()
		.slice(0, 10);
}

export const lawfulVariants: readonly LawfulVariant[] = [
	{ name: 'the most popular event is private', ...mostPopularIsPrivate() },
	{
		name: 'positions from 1',
		request: query(lists, (parameters) => {
			const start = parameters.get('start');
			if (start !== null) parameters.set('start', String(Math.max(0, Number(start) - 1)));
		}),
		response: (response, request) => {
			if (response.status === 200 && lists.test(request.url.pathname)) {
				const list = response.body as Body;
				list.start = Number(list.start) + 1;
			}
		},
	},
	{
		name: 'header names rewritten by a proxy',
		response: (response) => {
			response.headers = response.headers.map(([name, value]) => [
				name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
				value,
			]);
		},
		open: ['limits.X-RateLimit-Remaining'],
	},
	{
		name: '404 for an unknown city, also in the filter and by its short name',
		response: (response, { url }) => {
			if (response.status === 400 && url.href.includes('999999999999')) response.status = 404;
		},
		request: (request) =>
			at(request, /^\/v2\/loc\/(?!list$)[a-z]+$/)
				? json(404, { code: 107, msg: 'invalid_request_uri', request: `GET ${request.url.pathname}` })
				: undefined,
		open: ['getLoc.unknown', 'getLoc.by-uid', 'listEvents.unknown-loc'],
	},
	{
		name: 'a code of its own for what is unknown',
		response: (response, { url }) => {
			if (response.status === 400 && url.href.includes('999999999999'))
				Object.assign(response.body as Body, { code: 1006, msg: 'target_not_found' });
		},
		open: ['getEvent.unknown', 'listEvents.unknown-loc', 'error.known-code'],
	},
	{
		name: 'the first place of the list is a region, which has no events and cannot be read by itself',
		response: cities((loc) => {
			if (loc.id === '108288') loc.habitable = 'no';
		}),
		request: (request) =>
			at(request, /^\/v2\/loc\/108288$/) || request.url.searchParams.get('loc') === '108288'
				? error(107, 'invalid_request_uri', request)
				: undefined,
	},
	{
		name: 'a page of a website beside the data API',
		request: ({ url }) =>
			/^\/(v3\/)?event\/list$/.test(url.pathname)
				? { status: 404, headers: [['Content-Type', 'text/html']], body: '<h1>Not found</h1>' }
				: undefined,
		open: ['version.prefix'],
	},
	{
		name: 'the week as a calendar week with what is over',
		response: body(paths.events, (list, { url }) => {
			if (url.searchParams.get('day_type') !== 'week') return;
			const [first, ...others] = list.events as Body[];
			const monday = dayOfWeek(0);
			list.events = [
				{ ...first, begin_time: `${monday} 19:00:00`, end_time: `${monday} 21:00:00` },
				...others.filter(({ begin_time }) => String(begin_time) < dayOfWeek(7)),
			];
		}),
	},
	{
		name: 'errors of the authorization request go to the callback URL',
		response: (response, request) => {
			const code = (response.body as Body).code;
			if (!at(request, paths.authorize) || response.status !== 400) return;
			if (code !== 115 && code !== 125) return;
			const callback = request.url.searchParams.get('redirect_uri');
			Object.assign(response, {
				status: 302,
				headers: [['Location', `${callback}?error=invalid_request&state=conformance-check`]],
				body: '',
			});
		},
		open: ['authorize.wrong-response-type', 'authorize.wrong-scope'],
	},
	{
		name: 'an event has no page of its own',
		response: events((event) => {
			delete event.alt;
		}),
		open: ['event.alt'],
	},
	{
		name: 'total counts an event that is not for everyone',
		response: body(paths.events, (list) => {
			list.total = Number(list.total) + 1;
		}),
		open: ['listEvents.all-pages'],
	},
	{
		name: 'a code of its own for a value that it does not take',
		response: (response, { url }) => {
			if (url.searchParams.get('count') === '100')
				Object.assign(response, json(400, { code: 1003, msg: 'count', request: `GET ${url.pathname}` }));
		},
		open: ['error.known-code'],
	},
	{
		name: 'participants in groups',
		response: body(paths.participants, (list) => {
			const users = list.users as Body[];
			Object.assign(list, { users: undefined, friends: users.slice(0, 1), others: users.slice(1) });
		}),
	},
	{
		name: 'request with a decoded path',
		response: (response) => {
			const failure = response.body as Body;
			if (response.status === 400) failure.request = decodeURI(String(failure.request));
		},
	},
];

/** Variants that need the tester's token for more than writing. */
export const tokenVariants: readonly LawfulVariant[] = [
	{
		name: 'lists of users need a token',
		request: (request) =>
			request.token === undefined && userLists.test(request.url.pathname)
				? error(102, 'access_token_is_missing', request)
				: undefined,
	},
];
