/** Mutants that only tokens, or a code to exchange for them, can reveal (Spec §2.5, §3.1, §3.2, §5, §8). */
import { demo } from '../../sandbox/start-sandbox.ts';
import { closed, onRequest, onResponse, onTokens } from '../service/changes.ts';
import { type Fields, inOrder, json, type ServiceRequest } from '../service/messages.ts';
import { isToken, operationOf } from '../service/operation.ts';
import { reject } from '../service/reject.ts';
import {
	codeIn,
	header,
	type Mutant,
	otherCode,
	replacing,
	respond,
	tokenParameter,
	unissued,
} from './changes.ts';

/** Changes the numeric value of a header. */
const number = (name: string, change: (value: number) => number) =>
	header(name, (value) => [name, String(change(Number(value)))]);

const remaining = 'X-RateLimit-Remaining';

const isRefresh = ({ query }: ServiceRequest) => query.get('grant_type') === 'refresh_token';

export const tokenMutants: readonly Mutant[] = [
	['no limit', ['limits.X-Ratelimit-Limit', 'limits.level'], header('X-Ratelimit-Limit', () => undefined)],
	['a limit in words', [`limits.${remaining}`], header(remaining, () => [remaining, 'plenty'])],
	['a remaining count that never decreases', ['limits.counting'], number(remaining, () => 400)],
	[
		'no limit headers on failures',
		['limits.on-failures'],
		onResponse((response) => {
			if (response.status === 400)
				response.headers = response.headers.filter(([name]) => !/ratelimit/i.test(name));
		}),
	],
	[
		'a valid token fails',
		['token.read'],
		respond((request) => request.token !== undefined && operationOf(request) === 'listLocs', reject(103)),
	],
	...['Basic', 'OAuth', 'Token'].map(
		(scheme): Mutant => [
			`a token after the word ${scheme} is accepted`,
			['token.other-scheme'],
			onRequest((request) => {
				const [first, token] = request.headers.authorization?.split(' ') ?? [];
				if (first !== scheme || token === undefined) return;
				request.token = token;
				delete request.headers.authorization;
			}),
		],
	),
	['a refresh before expiry returns tokens', ['token.refresh-early'], respond(isRefresh, unissued)],
	[
		'DELETE rejects every token',
		['token.expired', 'leaveEvent.status', 'unwishEvent.status'],
		respond(({ method, token }) => method === 'DELETE' && token !== undefined, reject(103)),
	],
	[
		'107 for a wrong method, where every call needs a token',
		['method.wrong'],
		inOrder(
			closed(() => true),
			respond(({ method }) => method === 'DELETE', reject(107)),
		),
	],
	[
		'PUT counts as POST',
		['method.wrong.participants', 'method.wrong.wishers'],
		onRequest((request) => {
			if (request.method === 'PUT') request.method = 'POST';
		}),
	],
];

/** A read-only token is accepted for a write (Spec §5). */
export const scopeMutant: Mutant = [
	'a read-only token is accepted by joinEvent',
	['scope.joinEvent'],
	replacing(
		(response, request) =>
			operationOf(request) === 'joinEvent' && [108, 109].includes(Number(codeIn(response))),
		json(202, {}),
	),
];

/** Changes a field of the tokens that the token endpoint returns; `undefined` leaves it out. */
const issued = (field: string, value: unknown) =>
	onTokens((tokens: Fields) => Object.assign(tokens, { [field]: value }));

/** Accepts any value of a parameter, by replacing it with the correct one. */
const right = (grant: string, name: 'client_secret' | 'redirect_uri') =>
	tokenParameter(grant, name, demo[name]);

export const codeMutants: readonly Mutant[] = [
	['a token response without refresh_token', ['token.exchange'], issued('refresh_token', undefined)],
	['a lifetime that no level has in any unit', ['token.expires-in'], issued('expires_in', 3_600)],
	['any secret is accepted', ['token.wrong-secret'], right('authorization_code', 'client_secret')],
];

export const expiryMutants: readonly Mutant[] = [
	[
		'an expired access token is accepted',
		['token.refresh-early'],
		replacing((response) => codeIn(response) === 106, json(200, {})),
	],
	['103 for an expired token', ['token.expired'], otherCode(106, 103, 'invalid_access_token')],
	[
		'a refresh that returns the used refresh token',
		['token.refresh-late'],
		onResponse(({ status, body }, request) => {
			if (isToken(request) && status === 200)
				Object.assign(body as Fields, { refresh_token: request.query.get('refresh_token') });
		}),
	],
	[
		'a refresh token that works twice',
		['token.refresh-once'],
		replacing(({ status }, request) => isToken(request) && status === 400, unissued),
	],
	[
		'any redirect_uri is accepted on refresh',
		['token.refresh-wrong-redirect-uri'],
		right('refresh_token', 'redirect_uri'),
	],
];

export const writingMutants: readonly Mutant[] = [
	[
		'200 for an accepted write',
		['joinEvent.status', 'unwishEvent.status'],
		onResponse((response) => {
			if (response.status === 202) response.status = 200;
		}),
	],
	[
		'wishEvent does nothing',
		['count', 'total', 'people', 'own-list'].map((check) => `wishEvent.${check}`),
		respond((request) => request.token !== undefined && operationOf(request) === 'wishEvent', json(202, {})),
	],
	[
		'unwishEvent does nothing',
		['count', 'total', 'people', 'own-list'].map((check) => `unwishEvent.${check}`),
		respond(
			(request) => request.token !== undefined && operationOf(request) === 'unwishEvent',
			json(202, {}),
		),
	],
	[
		'participate_date fails',
		['joinEvent.participate_date'],
		respond(({ query }) => query.has('participate_date'), reject(999)),
	],
	[
		'409 for joining an unknown event',
		['joinEvent.unknown'],
		onResponse((response, request) => {
			if (operationOf(request) === 'joinEvent' && response.status === 400) response.status = 409;
		}),
	],
];
