/** Ways in which a service may differ from the specification, by name, and the checks that must notice. */
import type { Mutant, ProxiedAnswer, ProxiedRequest } from './mutating-proxy.ts';

type Body = Record<string, unknown>;

const paths = {
	event: /^\/v2\/event\/\d+$/,
	events: /^\/v2\/event\/list$/,
	eventLists: /^\/v2\/event\/(list|user_\w+\/\d+)$/,
	participated: /^\/v2\/event\/user_participated\/\d+$/,
	participants: /^\/v2\/event\/\d+\/participants$/,
	wishers: /^\/v2\/event\/\d+\/wishers$/,
	locs: /^\/v2\/loc\/list$/,
	loc: /^\/v2\/loc\/(?!list)[^/]+$/,
	token: /^\/service\/auth2\/token$/,
	authorize: /^\/service\/auth2\/auth$/,
	any: /./,
} as const;

const at = (request: ProxiedRequest, path: RegExp, method = 'GET') =>
	request.method === method && path.test(request.url.pathname);

/** Changes the JSON of successful answers to a GET of this path. */
const body =
	(path: RegExp, change: (body: Body, request: Readonly<ProxiedRequest>) => void) =>
	(answer: ProxiedAnswer, request: Readonly<ProxiedRequest>) => {
		if (answer.status === 200 && at(request, path)) change(answer.body as Body, request);
	};

/** Changes one field of the event by itself; `undefined` leaves it out. */
const eventField = (name: string, change: (value: unknown, event: Body) => unknown) =>
	body(paths.event, (event) => {
		event[name] = change(event[name], event);
	});

/** Changes the error body, and status, of failed answers with this code. */
const failure =
	(code: number | 'any', change: (error: Body, answer: ProxiedAnswer) => void) => (answer: ProxiedAnswer) => {
		const error = answer.body as Body;
		if (answer.status === 400 && (code === 'any' || error.code === code)) change(error, answer);
	};

const otherCode = (code: number, other: number, name: string) =>
	failure(code, (error) => Object.assign(error, { code: other, msg: name }));

const otherStatus = (code: number, status: number) =>
	failure(code, (_error, answer) => {
		answer.status = status;
	});

/** Takes a query parameter away before the service sees it. */
const ignoring = (path: RegExp, parameter: string) => (request: ProxiedRequest) => {
	if (path.test(request.url.pathname)) request.url.searchParams.delete(parameter);
	return undefined;
};

const json = (status: number, value: unknown): ProxiedAnswer => ({
	status,
	headers: [['Content-Type', 'application/json']],
	body: value,
});

const wrongWrite =
	(method: string, path: RegExp, status: number) => (answer: ProxiedAnswer, request: ProxiedRequest) => {
		if (answer.status === 202 && at(request, path, method)) answer.status = status;
	};

/** Accepts a write, and does nothing. */
const idle = (method: string, path: RegExp) => (request: ProxiedRequest) =>
	request.token !== undefined && at(request, path, method) ? json(202, {}) : undefined;

const header =
	(name: string, change: (value: string) => [string, string] | undefined) => (answer: ProxiedAnswer) => {
		answer.headers = answer.headers.flatMap((pair) => {
			if (pair[0] !== name) return [pair];
			const changed = change(pair[1]);
			return changed === undefined ? [] : [changed];
		});
	};

const tokenParameter = (name: string, value: string) => (request: ProxiedRequest) => {
	const { searchParams } = request.url;
	if (paths.token.test(request.url.pathname) && searchParams.has(name)) searchParams.set(name, value);
	return undefined;
};

const tokens = { access_token: 'a', expires_in: 604_800, refresh_token: 'r', service_user_id: '1001' };

/** Mutants that reading, and refused calls, bring to light. */
export const readingMutants: readonly Mutant[] = [
	// Spec §2.1
	{ name: 'a number for the event id', caughtBy: ['event.id'], answer: eventField('id', Number) },
	{
		name: 'an event without a title',
		caughtBy: ['event.title'],
		answer: eventField('title', () => undefined),
	},
	{ name: 'content null', caughtBy: ['event.content'], answer: eventField('content', () => null) },
	{
		name: 'begin_time with a T',
		caughtBy: ['event.begin_time'],
		answer: eventField('begin_time', (value) => String(value).replace(' ', 'T')),
	},
	{
		name: 'end_time without seconds',
		caughtBy: ['event.end_time'],
		answer: eventField('end_time', (value) => String(value).slice(0, 16)),
	},
	{
		name: 'end_time as seconds since 1970',
		caughtBy: ['event.end_time'],
		answer: eventField('end_time', (value) => Date.parse(String(value)) / 1000),
	},
	{
		name: 'an event that ends before it begins',
		caughtBy: ['event.order'],
		answer: eventField('end_time', () => '2001-01-01 00:00:00'),
	},
	{
		name: 'geo with a comma',
		caughtBy: ['event.geo'],
		answer: eventField('geo', (value) => String(value).replace(' ', ',')),
	},
	{
		name: 'geo with longitude first',
		caughtBy: ['event.geo'],
		answer: eventField('geo', (value) => String(value).split(' ').reverse().join(' ')),
	},
	{ name: 'a number for loc_id', caughtBy: ['event.loc_id'], answer: eventField('loc_id', Number) },
	{
		name: 'the owner as an id',
		caughtBy: ['event.owner', 'owner.id'],
		answer: eventField('owner', () => '1001'),
	},
	{
		name: 'an owner without uid',
		caughtBy: ['owner.uid'],
		answer: eventField('owner', (owner) => ({ ...(owner as Body), uid: undefined })),
	},
	{
		name: 'an avatar that is not an address',
		caughtBy: ['owner.avatar'],
		answer: eventField('owner', (owner) => ({ ...(owner as Body), avatar: '/avatar.png' })),
	},
	{
		name: 'a string for participant_count',
		caughtBy: ['event.participant_count'],
		answer: eventField('participant_count', String),
	},
	{
		name: 'a wisher_count that is not the total of wishers',
		caughtBy: ['listWishers.counter'],
		answer: eventField('wisher_count', (value) => Number(value) + 1),
	},
	{ name: 'a number for album', caughtBy: ['event.album'], answer: eventField('album', Number) },
	{
		name: 'a relative image address',
		caughtBy: ['event.image'],
		answer: eventField('image', () => '/poster.jpg'),
	},
	{
		name: 'an underscored image_hlarge',
		caughtBy: ['event.image-hlarge'],
		answer: eventField('image-hlarge', (value, event) => {
			event.image_hlarge = value;
			return undefined;
		}),
	},
	{
		name: 'no image-lmobile',
		caughtBy: ['event.image-lmobile'],
		answer: eventField('image-lmobile', () => undefined),
	},
	{ name: 'no adapt_url', caughtBy: ['event.adapt_url'], answer: eventField('adapt_url', () => undefined) },
	{ name: 'a boolean is_priv', caughtBy: ['event.is_priv'], answer: eventField('is_priv', () => false) },
	{
		name: 'no has_invited',
		caughtBy: ['event.has_invited'],
		answer: eventField('has_invited', () => undefined),
	},
	{
		name: 'a flag that says maybe',
		caughtBy: ['event.can_invite'],
		answer: eventField('can_invite', () => 'maybe'),
	},
	{
		name: 'another title by itself than in the list',
		caughtBy: ['getEvent.as-listed'],
		answer: eventField('title', () => 'something else'),
	},
	{
		name: 'another event than the one asked for',
		caughtBy: ['getEvent.answer'],
		answer: eventField('id', (id) => `${id}1`),
	},
	// Spec §2.3
	{
		name: 'a string for total',
		caughtBy: ['listEvents.total', 'listEvents.all-pages'],
		answer: body(paths.events, (list) => {
			list.total = String(list.total);
		}),
	},
	{
		name: 'a total of one too many',
		caughtBy: ['listEvents.all-pages', 'listCreatedEvents.all-pages'],
		answer: body(paths.eventLists, (list) => {
			list.total = Number(list.total) + 1;
		}),
	},
	{
		name: 'a total of the page only',
		caughtBy: ['listLocs.all-pages'],
		answer: body(paths.locs, (list) => {
			list.total = (list.locs as unknown[]).length;
		}),
	},
	{
		name: 'a total of zero',
		caughtBy: ['listWishers.first-page'],
		answer: body(paths.wishers, (list) => {
			list.total = 0;
		}),
	},
	{
		name: 'a list without start',
		caughtBy: ['listEvents.start'],
		answer: body(paths.events, (list) => {
			delete list.start;
		}),
	},
	{
		name: 'a list that starts at 1',
		caughtBy: ['listLocs.first-page'],
		answer: body(paths.locs, (list) => {
			list.start = Number(list.start) + 1;
		}),
	},
	{
		name: 'a list without count',
		caughtBy: ['listLocs.count'],
		answer: body(paths.locs, (list) => {
			delete list.count;
		}),
	},
	{
		name: 'a count below the elements that came',
		caughtBy: ['listEvents.count-meaning'],
		answer: body(paths.events, (list) => {
			list.count = 1;
		}),
	},
	{
		name: 'wishers under another name',
		caughtBy: ['listWishers.users'],
		answer: body(paths.wishers, (list) => {
			list.wishers = list.users;
			delete list.users;
		}),
	},
	{
		name: 'the cities as a bare array',
		caughtBy: ['listLocs.locs', 'listLocs.total', 'listLocs.count'],
		answer: (answer, request) => {
			if (at(request, paths.locs) && answer.status === 200) answer.body = (answer.body as Body).locs;
		},
	},
	{
		name: 'an element twice',
		caughtBy: ['listEvents.unique'],
		answer: body(paths.events, (list) => {
			const events = list.events as unknown[];
			list.events = [...events, events[0]];
		}),
	},
	{
		name: 'a listed event without address',
		caughtBy: ['listCreatedEvents.events', 'listEvents.events'],
		answer: body(paths.eventLists, (list) => {
			for (const event of list.events as Body[]) delete event.address;
		}),
	},
	{
		name: 'a numeric id of listed users',
		caughtBy: ['listWishers.users'],
		answer: body(paths.wishers, (list) => {
			for (const user of list.users as Body[]) user.id = Number(user.id);
		}),
	},
	{
		name: 'a start that is told and not followed',
		caughtBy: ['listLocs.paging'],
		request: ignoring(paths.locs, 'start'),
		answer: body(paths.locs, (list, { url }) => {
			list.start = url.searchParams.get('count') === '1' ? 1 : 0;
		}),
	},
	// Spec §2.4
	{
		name: 'a boolean habitable',
		caughtBy: ['loc.habitable'],
		answer: body(paths.loc, (loc) => {
			loc.habitable = true;
		}),
	},
	{
		name: 'a city without parent',
		caughtBy: ['loc.parent'],
		answer: body(paths.loc, (loc) => {
			delete loc.parent;
		}),
	},
	{
		name: 'a city inside a wrapper',
		caughtBy: ['getLoc.answer', 'loc.id'],
		answer: (answer, request) => {
			if (at(request, paths.loc) && answer.status === 200) answer.body = { loc: answer.body };
		},
	},
	{
		name: 'another name of a city by itself than in the list',
		caughtBy: ['getLoc.as-listed'],
		answer: body(paths.loc, (loc) => {
			loc.name = 'Elsewhere';
		}),
	},
	// Spec §4.2
	{
		name: 'day_type is ignored',
		caughtBy: ['listEvents.day_type.today', 'listEvents.day_type.tomorrow', 'listEvents.day_type.weekend'],
		request: ignoring(paths.events, 'day_type'),
	},
	{ name: 'type is ignored', caughtBy: ['listEvents.type.music'], request: ignoring(paths.events, 'type') },
	{
		name: 'type is ignored, and events do not tell theirs',
		caughtBy: ['listEvents.type.distinct'],
		request: ignoring(paths.events, 'type'),
		answer: body(paths.events, (list) => {
			for (const event of list.events as Body[]) delete event.category;
		}),
	},
	{ name: 'loc is ignored', caughtBy: ['listEvents.loc'], request: ignoring(paths.events, 'loc') },
	{
		name: 'an unknown city lists every event',
		caughtBy: ['listEvents.unknown-loc'],
		request: ignoring(paths.events, 'loc'),
	},
	{
		name: 'status is ignored',
		caughtBy: ['listParticipatedEvents.status.sum', 'listParticipatedEvents.status.expired'],
		request: ignoring(paths.participated, 'status'),
	},
	{
		name: 'ongoing and expired are swapped',
		caughtBy: ['listParticipatedEvents.status.expired'],
		request: ({ url }) => {
			const swapped = { ongoing: 'expired', expired: 'ongoing' }[url.searchParams.get('status') ?? ''];
			if (swapped !== undefined) url.searchParams.set('status', swapped);
			return undefined;
		},
	},
	{
		name: 'day_type=weekend is refused',
		caughtBy: ['listEvents.day_type.weekend'],
		request: ({ url }) => {
			if (url.searchParams.get('day_type') === 'weekend') url.searchParams.set('day_type', 'refused');
			return undefined;
		},
	},
	{
		name: 'type=commonweal is refused',
		caughtBy: ['listEvents.type.commonweal'],
		request: ({ url }) => {
			if (url.searchParams.get('type') === 'commonweal') url.searchParams.set('type', 'refused');
			return undefined;
		},
	},
	{
		name: 'type=all lists nothing but music',
		caughtBy: ['listEvents.type.all'],
		request: ({ url }) => {
			if (url.searchParams.get('type') === 'all') url.searchParams.set('type', 'music');
			return undefined;
		},
	},
	{
		name: 'user_created lists the events of everyone',
		caughtBy: ['listCreatedEvents.owner'],
		request: ({ url }) => {
			if (url.pathname.includes('user_created')) url.pathname = '/v2/event/list';
			return undefined;
		},
	},
	// Spec §2.6 and §7
	{
		name: '404 for an unknown event',
		caughtBy: ['getEvent.unknown', 'error.status'],
		answer: otherStatus(107, 404),
	},
	{
		name: '200 for an unknown city',
		caughtBy: ['getLoc.unknown'],
		answer: (answer, request) => {
			if (at(request, paths.loc) && answer.status === 400) answer.status = 200;
		},
	},
	{ name: '401 for a missing token', caughtBy: ['joinEvent.without-token'], answer: otherStatus(102, 401) },
	{ name: '401 for a bad token', caughtBy: ['wishEvent.bad-token'], answer: otherStatus(103, 401) },
	{
		name: '405 for a wrong method',
		caughtBy: ['method.wrong', 'error.status'],
		answer: otherStatus(101, 405),
	},
	{ name: '500 for a wrong secret', caughtBy: ['token.wrong-secret'], answer: otherStatus(116, 500) },
	{
		name: 'an error body without request',
		caughtBy: ['error.request'],
		answer: failure('any', (error) => {
			delete error.request;
		}),
	},
	{
		name: 'request without the method',
		caughtBy: ['error.request'],
		answer: failure('any', (error) => {
			error.request = String(error.request).split(' ')[1];
		}),
	},
	{
		name: 'code as a string',
		caughtBy: ['error.code'],
		answer: failure('any', (error) => {
			error.code = String(error.code);
		}),
	},
	{
		name: 'a code that the specification does not have',
		caughtBy: ['error.known-code', 'uri.unknown'],
		answer: otherCode(107, 1001, 'uri_not_found'),
	},
	{
		name: 'another name for a code',
		caughtBy: ['error.msg'],
		answer: failure(102, (error) => {
			error.msg = 'token_missing';
		}),
	},
	{
		name: 'an error page in HTML',
		caughtBy: ['error.json', 'getEvent.unknown'],
		answer: failure('any', (_error, answer) => {
			answer.body = '<h1>Bad Request</h1>';
		}),
	},
	{
		name: '113 without the name of the parameter',
		caughtBy: ['token.missing.code', 'authorize.missing.client_id'],
		answer: failure(113, (error) => {
			error.msg = 'required_parameter_is_missing';
		}),
	},
	{
		name: '102 and 103 swapped',
		caughtBy: ['leaveEvent.without-token', 'unwishEvent.bad-token'],
		answer: (answer) => {
			const error = answer.body as Body;
			if (error.code === 102) Object.assign(error, { code: 103, msg: 'invalid_access_token' });
			else if (error.code === 103) Object.assign(error, { code: 102, msg: 'access_token_is_missing' });
		},
	},
	{
		name: '107 for a wrong method',
		caughtBy: ['method.wrong', 'token.get'],
		answer: otherCode(101, 107, 'invalid_request_uri'),
	},
	{
		name: 'writes go without a token',
		caughtBy: ['joinEvent.without-token', 'unwishEvent.without-token'],
		answer: (answer) => {
			if ((answer.body as Body).code === 102) Object.assign(answer, json(202, {}));
		},
	},
	// Spec §4.1 and §5
	{
		name: 'the token endpoint takes GET',
		caughtBy: ['token.get'],
		request: (request) => {
			if (paths.token.test(request.url.pathname)) request.method = 'POST';
			return undefined;
		},
	},
	{
		name: 'the authorization endpoint takes POST',
		caughtBy: ['authorize.post'],
		request: (request) => {
			if (paths.authorize.test(request.url.pathname)) request.method = 'GET';
			return undefined;
		},
	},
	{
		name: 'the consent page is refused',
		caughtBy: ['authorize.page'],
		request: ignoring(paths.authorize, 'client_id'),
	},
	{
		name: 'any secret is taken',
		caughtBy: ['token.wrong-secret'],
		request: tokenParameter('client_secret', 'daybill-demo-secret'),
	},
	{
		name: 'any code is taken',
		caughtBy: ['token.unknown-code'],
		request: (request) => (request.url.searchParams.has('code') ? json(200, tokens) : undefined),
	},
	{
		name: 'a redirect_uri that only begins like the registered one is taken',
		caughtBy: ['authorize.longer-redirect-uri'],
		request: ({ url }) => {
			const uri = url.searchParams.get('redirect_uri');
			if (uri?.startsWith('http://localhost:3000/callback/') === true)
				url.searchParams.set('redirect_uri', 'http://localhost:3000/callback');
			return undefined;
		},
	},
	{
		name: 'the token endpoint does not look at redirect_uri',
		caughtBy: ['token.wrong-redirect-uri'],
		request: tokenParameter('redirect_uri', 'http://localhost:3000/callback'),
	},
	{
		name: 'an unknown response_type is taken for code',
		caughtBy: ['authorize.wrong-response-type'],
		request: ({ url }) => {
			if (url.searchParams.has('response_type')) url.searchParams.set('response_type', 'code');
			return undefined;
		},
	},
	{
		name: 'an unknown scope is passed over',
		caughtBy: ['authorize.wrong-scope'],
		request: ignoring(paths.authorize, 'scope'),
	},
	{
		name: 'response_type=token is refused',
		caughtBy: ['authorize.token-flow'],
		request: ({ url }) => {
			if (url.searchParams.get('response_type') === 'token') url.searchParams.set('response_type', 'none');
			return undefined;
		},
	},
	{
		name: '118 for a refresh token',
		caughtBy: ['token.unknown-refresh-token'],
		answer: otherCode(119, 118, 'invalid_authorization_code'),
	},
	{
		name: '999 for a wrong grant_type',
		caughtBy: ['token.wrong-grant-type'],
		answer: otherCode(114, 999, 'unknown'),
	},
	{
		name: 'RFC 6749 errors at the token endpoint',
		caughtBy: ['token.unknown-code', 'token.unknown-client', 'error.code'],
		answer: (answer, request) => {
			if (paths.token.test(request.url.pathname) && answer.status === 400)
				answer.body = { error: 'invalid_grant' };
		},
	},
	// Spec §9 and the wire
	{
		name: 'the data API answers without /v2',
		caughtBy: ['version.prefix'],
		request: ({ url }) => {
			if (url.pathname === '/event/list') url.pathname = '/v2/event/list';
			return undefined;
		},
	},
	{
		name: 'malformed JSON',
		caughtBy: ['listWishers.users'],
		answer: (answer, request) => {
			if (at(request, paths.wishers)) answer.body = '{"users": [';
		},
	},
	{
		name: 'the connection breaks off',
		caughtBy: ['getEvent.answer'],
		drops: (request) => at(request, paths.event),
	},
];

/** Mutants that show only to someone with a token. */
export const tokenMutants: readonly Mutant[] = [
	{
		name: 'no X-Ratelimit-Limit',
		caughtBy: ['limits.X-Ratelimit-Limit', 'limits.level'],
		answer: header('X-Ratelimit-Limit', () => undefined),
	},
	{
		name: 'no X-RateLimit-Remaining2',
		caughtBy: ['limits.X-RateLimit-Remaining2', 'limits.counting'],
		answer: header('X-RateLimit-Remaining2', () => undefined),
	},
	{
		name: 'X-RateLimit-Limit2 spelled another way',
		caughtBy: ['limits.X-Ratelimit-Limit2'],
		answer: header('X-Ratelimit-Limit2', (value) => ['X-RateLimit-Limit2', value]),
	},
	{
		name: 'a limit in words',
		caughtBy: ['limits.X-RateLimit-Remaining'],
		answer: header('X-RateLimit-Remaining', () => ['X-RateLimit-Remaining', 'plenty']),
	},
	{
		name: 'limits of no level',
		caughtBy: ['limits.level'],
		answer: header('X-Ratelimit-Limit', () => ['X-Ratelimit-Limit', '750']),
	},
	{
		name: 'a remaining that never falls',
		caughtBy: ['limits.counting'],
		answer: header('X-RateLimit-Remaining', () => ['X-RateLimit-Remaining', '400']),
	},
	{
		name: 'no limit headers on failures',
		caughtBy: ['limits.on-failures'],
		answer: (answer) => {
			if (answer.status === 400) answer.headers = answer.headers.filter(([name]) => !/ratelimit/i.test(name));
		},
	},
	{
		name: 'a good token is refused',
		caughtBy: ['token.read'],
		request: (request) =>
			request.token !== undefined && at(request, paths.locs)
				? json(400, { code: 103, msg: 'invalid_access_token', request: 'GET /v2/loc/list' })
				: undefined,
	},
	{
		name: 'a refresh before expiry gives tokens',
		caughtBy: ['token.refresh-early'],
		request: (request) =>
			request.url.searchParams.get('grant_type') === 'refresh_token' ? json(200, tokens) : undefined,
	},
	{
		name: '119 for a refresh before expiry',
		caughtBy: ['token.refresh-early'],
		answer: otherCode(124, 119, 'invalid_refresh_token'),
	},
];

/** Mutants of what writes do. */
export const writingMutants: readonly Mutant[] = [
	{
		name: '200 for join',
		caughtBy: ['joinEvent.status'],
		answer: wrongWrite('POST', paths.participants, 200),
	},
	{
		name: '204 for leave',
		caughtBy: ['leaveEvent.status'],
		answer: wrongWrite('DELETE', paths.participants, 204),
	},
	{ name: '201 for wish', caughtBy: ['wishEvent.status'], answer: wrongWrite('POST', paths.wishers, 201) },
	{
		name: '200 for unwish',
		caughtBy: ['unwishEvent.status'],
		answer: wrongWrite('DELETE', paths.wishers, 200),
	},
	{
		name: 'join does nothing',
		caughtBy: ['joinEvent.count', 'joinEvent.total', 'joinEvent.people', 'joinEvent.own-list'],
		request: idle('POST', paths.participants),
	},
	{
		name: 'leave does nothing',
		caughtBy: ['leaveEvent.count', 'leaveEvent.total', 'leaveEvent.people', 'leaveEvent.own-list'],
		request: idle('DELETE', paths.participants),
	},
	{
		name: 'wish does nothing',
		caughtBy: ['wishEvent.count', 'wishEvent.total', 'wishEvent.people', 'wishEvent.own-list'],
		request: idle('POST', paths.wishers),
	},
	{
		name: 'unwish does nothing',
		caughtBy: ['unwishEvent.count', 'unwishEvent.total', 'unwishEvent.people', 'unwishEvent.own-list'],
		request: idle('DELETE', paths.wishers),
	},
	{
		name: 'join marks interest instead',
		caughtBy: ['joinEvent.count', 'joinEvent.own-list'],
		request: (request) => {
			if (at(request, paths.participants, 'POST'))
				request.url.pathname = request.url.pathname.replace('participants', 'wishers');
			return undefined;
		},
	},
	{
		name: 'the counter of participants stands still',
		caughtBy: ['joinEvent.count', 'leaveEvent.count'],
		answer: eventField('participant_count', () => 7),
	},
	{
		name: 'user_participated does not show what was joined',
		caughtBy: ['joinEvent.own-list'],
		answer: body(paths.participated, (list) => Object.assign(list, { events: [], total: 0 })),
	},
	{
		name: 'participate_date is refused',
		caughtBy: ['joinEvent.participate_date'],
		request: (request) =>
			request.url.searchParams.has('participate_date')
				? json(400, { code: 999, msg: 'unknown', request: `POST ${request.url.pathname}` })
				: undefined,
	},
	{
		name: '403 for joining an unknown event',
		caughtBy: ['joinEvent.unknown'],
		answer: (answer, request) => {
			if (at(request, paths.participants, 'POST') && answer.status === 400) answer.status = 403;
		},
	},
];

/** Mutants of a token request that succeeds: they show with a fresh code, or with tokens that have expired. */
export const grantMutants: readonly (Mutant & { readonly by: 'code' | 'expired tokens' })[] = [
	{
		name: 'a token answer without refresh_token',
		by: 'code',
		caughtBy: ['token.exchange'],
		answer: (answer, request) => {
			if (at(request, paths.token, 'POST')) delete (answer.body as Body).refresh_token;
		},
	},
	{
		name: 'expires_in as a string',
		by: 'code',
		caughtBy: ['token.exchange'],
		answer: (answer, request) => {
			if (at(request, paths.token, 'POST')) (answer.body as Body).expires_in = '604800';
		},
	},
	{
		name: 'a token answer without service_user_id',
		by: 'expired tokens',
		caughtBy: ['token.refresh-late'],
		answer: (answer, request) => {
			if (at(request, paths.token, 'POST')) delete (answer.body as Body).service_user_id;
		},
	},
	{
		name: 'a refresh token that works twice',
		by: 'expired tokens',
		caughtBy: ['token.refresh-once'],
		answer: (answer, request) => {
			if (at(request, paths.token, 'POST') && answer.status === 400) Object.assign(answer, json(200, tokens));
		},
	},
];
