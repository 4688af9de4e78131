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

/** Other words for the flags of events and cities; undefined leaves them out. */
const flags = (yes: string | undefined, no: string | undefined) => {
	const change = (resource: Body) => {
		for (const name of ['is_priv', 'has_invited', 'can_invite', 'habitable'])
			if (name in resource) {
				const word = resource[name] === 'yes' ? yes : no;
				if (word === undefined) delete resource[name];
				else resource[name] = word;
			}
	};
	return (response: ProxiedResponse, request: Readonly<ProxiedRequest>) => {
		events(change)(response, request);
		cities(change)(response, request);
	};
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

/** Another spelling of each event id in responses, and back again in requests. */
const eventIds = (spell: (id: string) => string): Pick<Mutant, 'request' | 'response'> => {
	const known = new Map<string, string>();
	return {
		request: ({ url }) => {
			const segments = url.pathname.split('/');
			if (segments[2] === 'event' && segments[3] !== undefined)
				segments[3] = known.get(decodeURIComponent(segments[3])) ?? segments[3];
			url.pathname = segments.join('/');
			return undefined;
		},
		response: (response, request) => {
			events((event) => {
				const spelled = spell(String(event.id));
				known.set(spelled, String(event.id));
				event.id = spelled;
			})(response, request);
			const failure = response.body as Body;
			for (const [spelled, id] of known)
				if (response.status === 400)
					failure.request = String(failure.request).replace(
						`/event/${id}`,
						() => `/event/${encodeURIComponent(spelled)}`,
					);
		},
	};
};

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
	{ name: 'flags Y and N', response: flags('Y', 'N'), open: ['event.is_priv', 'loc.habitable'] },
	{ name: 'flags true and false', response: flags('true', 'false'), open: ['event.can_invite'] },
	{ name: 'flags 1 and 0', response: flags('1', '0'), open: ['event.has_invited'] },
	{ name: 'flags in another language', response: flags('是', '否'), open: ['event.is_priv'] },
	{ name: 'no flags', response: flags(undefined, undefined), open: ['event.is_priv'] },
	{
		name: 'no place, no images and no owner',
		response: events((event) => {
			Object.assign(event, { geo: '', image: '', 'image-hlarge': '', 'image-lmobile': '' });
			delete event.owner;
		}),
		open: ['event.owner', 'event.geo', 'event.image'],
	},
	{
		name: 'no end time',
		response: events((event) => {
			event.end_time = '';
		}),
		open: ['event.end_time'],
	},
	{
		name: 'lists that are brief',
		response: body(paths.eventLists, (list) => {
			for (const event of list.events as Body[])
				for (const name of ['content', 'address', 'geo', 'owner', 'album', 'image', 'alt', 'adapt_url'])
					delete event[name];
		}),
		open: ['listEvents.events'],
	},
	{
		name: 'people without an alias, an image and a page',
		response: (response, request) => {
			body(paths.wishers, (list) => {
				for (const user of list.users as Body[])
					for (const name of ['uid', 'avatar', 'alt']) delete user[name];
			})(response, request);
		},
		open: ['listWishers.users'],
	},
	{
		name: 'cities without a short name',
		response: cities((loc) => {
			delete loc.uid;
		}),
		open: ['loc.uid'],
	},
	{
		name: 'two cities with one short name',
		response: cities((loc) => {
			loc.uid = 'city';
		}),
		request: query(paths.loc, () => undefined),
	},
	{ name: 'event ids with a colon', ...eventIds((id) => `ev:${id}`) },
	{ name: 'event ids with an accent and a space', ...eventIds((id) => `café ${id}`) },
	{ name: 'event ids with a slash', ...eventIds((id) => `2026/${id}`) },
	{ name: 'event ids with a percent sign', ...eventIds((id) => `ev%2B${id}`) },
	{ name: 'event ids of 200 characters', ...eventIds((id) => id.padEnd(200, 'x')) },
	{
		name: 'paging parameters are ignored',
		request: query(lists, (parameters) => {
			parameters.delete('start');
			parameters.delete('count');
		}),
		open: ['listEvents.paging', 'listEvents.all-pages'],
	},
	{
		name: 'pages of at most 10',
		request: query(lists, (parameters) => {
			parameters.set('count', String(Math.min(10, Number(parameters.get('count') ?? 10))));
		}),
	},
	{
		name: 'count above 50 fails',
		request: (request) =>
			lists.test(request.url.pathname) && Number(request.url.searchParams.get('count')) > 50
				? error(113, 'required_parameter_is_missing: count', request)
				: undefined,
	},
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
		name: 'participants under another name',
		response: body(paths.participants, (list) => {
			list.participants = list.users;
			delete list.users;
		}),
		open: ['listParticipants.users'],
	},
	{
		name: 'participants as a bare array',
		response: (response, request) => {
			if (response.status === 200 && at(request, paths.participants))
				response.body = (response.body as Body).users;
		},
		open: ['listParticipants.users'],
	},
	{
		name: 'participants as a count only',
		response: body(paths.participants, (list) => {
			delete list.users;
		}),
		open: ['listParticipants.users'],
	},
	{
		name: 'header names in lower case',
		response: (response) => {
			response.headers = response.headers.map(([name, value]) => [name.toLowerCase(), value]);
		},
		open: ['limits.X-Ratelimit-Limit'],
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
		name: 'limit headers only where a token is needed',
		response: (response, { method }) => {
			if (method === 'GET') response.headers = response.headers.filter(([name]) => !/ratelimit/i.test(name));
		},
	},
	{
		name: 'empty bodies of the 202s',
		response: (response) => {
			if (response.status === 202) response.body = '';
		},
		open: ['joinEvent.body'],
	},
	{
		name: 'joining twice is an error',
		...(() => {
			const joined = new Set<string>();
			return {
				request: (request: ProxiedRequest) => {
					const { method, url } = request;
					if (!/\/(participants|wishers)$/.test(url.pathname) || request.token === undefined)
						return undefined;
					if (method === 'DELETE') joined.delete(url.pathname);
					if (method !== 'POST') return undefined;
					if (joined.has(url.pathname)) return error(999, 'unknown: already joined', request);
					if (!url.pathname.includes('999999999999')) joined.add(url.pathname);
					return undefined;
				},
			};
		})(),
		open: ['joinEvent.twice'],
	},
	{
		name: '404 for what is unknown',
		response: (response, { url }) => {
			if (response.status === 400 && url.pathname.split('/').includes('999999999999')) response.status = 404;
		},
		open: ['getEvent.unknown', 'joinEvent.unknown'],
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
		name: 'neither a text nor a page for phones',
		response: events((event) => {
			delete event.content;
			delete event.adapt_url;
		}),
		open: ['event.content', 'event.content-form', 'event.adapt_url'],
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
		name: 'no events of an unknown user',
		request: ({ url }) =>
			userLists.test(url.pathname) && url.pathname.endsWith('/999999999999')
				? json(200, { count: 0, start: 0, total: 0, events: [] })
				: undefined,
		open: ['listCreatedEvents.unknown', 'listWishedEvents.unknown'],
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
		name: 'only what has not begun is future',
		response: body(paths.events, (list, { url }) => {
			if (url.searchParams.get('day_type') !== 'future') return;
			const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
			list.events = (list.events as Body[]).filter(({ begin_time }) => String(begin_time) > now);
			list.total = 1;
		}),
	},
	{
		name: 'lists of relations without status hold only what goes on',
		request: query(userLists, (parameters) => {
			if (!parameters.has('status')) parameters.set('status', 'ongoing');
		}),
		open: ['listWishedEvents.status.sum'],
	},
	{
		name: 'a sign-in page before the authorization request is read',
		request: (request) =>
			at(request, paths.authorize)
				? { status: 302, headers: [['Location', 'https://service.example/login']], body: '' }
				: undefined,
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
		name: 'every read needs a token',
		request: (request) =>
			request.token === undefined && request.url.pathname.startsWith('/v2/')
				? error(102, 'access_token_is_missing', request)
				: undefined,
	},
	{
		name: 'lists of users need a token',
		request: (request) =>
			request.token === undefined && userLists.test(request.url.pathname)
				? error(102, 'access_token_is_missing', request)
				: undefined,
	},
	{
		name: 'only the own lists may be read',
		request: (request) =>
			userLists.test(request.url.pathname) && !request.url.pathname.endsWith('/1001')
				? error(108, 'invalid_credencial1', request)
				: undefined,
	},
];
