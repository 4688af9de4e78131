/** Checks of access tokens (Spec §2.5, §3.1, §5) and of the headers that answers to them carry (Spec §8). */
import { levels, rateLimitHeaders } from '../../contract/access.ts';
import { operationPath } from '../../contract/operations.ts';
import { tokenResponseSchema } from '../../contract/resources.ts';
import { type Answer, headerOf } from '../call.ts';
import {
	type Check,
	conforms,
	differs,
	expectEqual,
	type Finding,
	leftOpen,
	notTried,
	showAnswer,
} from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Service } from '../service.ts';
import { elementsOf, judgeAnswer } from '../shape.ts';

const writes = [
	['joinEvent', 'POST'],
	['leaveEvent', 'DELETE'],
	['wishEvent', 'POST'],
	['unwishEvent', 'DELETE'],
] as const;

/** Unit of `expires_in` by the lifetimes of the levels, with a minute's grace for what has passed already. */
function lifeOf(expiresIn: unknown): Finding {
	const level = Object.entries(levels).find(
		([, { accessTokenSeconds }]) => Math.abs(accessTokenSeconds - Number(expiresIn)) <= 60,
	);
	return leftOpen(
		level === undefined
			? `expires_in ${expiresIn} is no level's lifetime in seconds`
			: `seconds: ${expiresIn} is the lifetime of ${level[0]}`,
	);
}

/** Exchanges the tester's code and goes on with its tokens. */
const exchangeCode = (service: Service) =>
	service.once('exchange', async () => {
		const { application, code } = service.options;
		if (application === null || code === null) return null;
		const answer = await service.token({
			client_id: application.clientId,
			client_secret: application.clientSecret,
			redirect_uri: application.redirectUri,
			grant_type: 'authorization_code',
			code,
		});
		adopt(service, answer);
		return answer;
	});

function adopt(service: Service, answer: Answer): void {
	const tokens = tokenResponseSchema.safeParse(answer.json).data;
	if (tokens === undefined || answer.status !== 200) return;
	service.tokens.access = tokens.access_token;
	service.tokens.refresh = tokens.refresh_token;
	service.tokens.userId = tokens.service_user_id;
	service.forget();
}

/** Uses the refresh token: refused with 124 while the access token lives, else it gives the next pair. */
const refresh = (service: Service) =>
	service.once('refresh', async () => {
		const { application } = service.options;
		const { access, refresh: refreshToken } = service.tokens;
		if (application === null || refreshToken === null || access === null) return null;
		const probe = await service.call(operationPath('listLocs'), { token: access });
		const expired = (probe.json as { code?: unknown } | undefined)?.code === 106;
		const ask = () =>
			service.token({
				client_id: application.clientId,
				client_secret: application.clientSecret,
				redirect_uri: application.redirectUri,
				grant_type: 'refresh_token',
				refresh_token: refreshToken,
			});
		const answer = await ask();
		adopt(service, answer);
		return { expired, answer, repeated: expired ? await ask() : null };
	});

const needsRefresh = notTried('needs --write, an application, a token and its refresh token');

/** The checks that come first, since later ones use the tokens that they bring. */
export const openingChecks: readonly Check[] = [
	{
		id: 'token.exchange',
		section: '2.5',
		states: 'a valid code gives access_token, expires_in, refresh_token and service_user_id',
		needs: 'application',
		run: async (service) => {
			const answer = await exchangeCode(service);
			if (answer === null) return [notTried('needs an application and a fresh --code')];
			return judgeAnswer(answer, tokenResponseSchema);
		},
	},
	{
		id: 'token.expires-in',
		section: '5',
		states: 'the unit of expires_in is left open',
		needs: 'application',
		run: async (service) => {
			const answer = await exchangeCode(service);
			if (answer === null) return [notTried('needs an application and a fresh --code')];
			return [lifeOf((answer.json as { expires_in?: unknown } | undefined)?.expires_in)];
		},
	},
	{
		id: 'token.refresh-early',
		section: '3.1',
		states: 'a refresh before the access token has expired fails with 124',
		needs: 'write',
		run: async (service) => {
			const refreshed = await refresh(service);
			if (refreshed === null) return [needsRefresh];
			return refreshed.expired
				? [notTried('the access token has expired')]
				: judgeCode(refreshed.answer, [124]);
		},
	},
	{
		id: 'token.refresh-late',
		section: '3.1',
		states: 'a refresh after the access token has expired gives a new pair',
		needs: 'write',
		run: async (service) => {
			const refreshed = await refresh(service);
			if (refreshed === null) return [needsRefresh];
			if (!refreshed.expired) return [notTried('the access token has not expired')];
			return judgeAnswer(refreshed.answer, tokenResponseSchema);
		},
	},
	{
		id: 'token.refresh-once',
		section: '3.1',
		states: 'a refresh token works once only: the second time fails with 119',
		needs: 'write',
		run: async (service) => {
			const refreshed = await refresh(service);
			if (refreshed === null) return [needsRefresh];
			return refreshed.repeated === null
				? [notTried('the access token has not expired')]
				: judgeCode(refreshed.repeated, [119]);
		},
	},
];

const accessChecks: readonly Check[] = [
	...writes.map(
		([name, method]): Check => ({
			id: `${name}.without-token`,
			section: '5',
			states: `${method} without a token fails with 102`,
			run: async (service) => {
				const { eventId } = await service.known();
				const path = operationPath(name, { id: eventId ?? '1' });
				return judgeCode(await service.call(path, { method }), [102]);
			},
		}),
	),
	...writes.map(
		([name, method]): Check => ({
			id: `${name}.bad-token`,
			section: '5',
			states: `${method} with a token that does not exist fails with 103`,
			run: async (service) => {
				const { eventId } = await service.known();
				const path = operationPath(name, { id: eventId ?? '1' });
				return judgeCode(await service.call(path, { method, token: 'no-such-token' }), [103]);
			},
		}),
	),
	{
		id: 'token.other-scheme',
		section: '5',
		states: 'a write with an Authorization header that is not Bearer has no token: 102',
		run: async (service) => {
			const { eventId } = await service.known();
			const path = operationPath('wishEvent', { id: eventId ?? '1' });
			const headers = { authorization: 'Basic bm86b25l' };
			return judgeCode(await service.call(path, { method: 'POST', headers }), [102]);
		},
	},
	{
		id: 'reads.without-token',
		section: '5',
		states: 'which calls need a token is left open',
		run: async (service) => {
			const answer = await service.call(operationPath('listLocs'));
			return answer.status === 200 ? [leftOpen('reads go without one')] : judgeCode(answer, []);
		},
	},
	{
		id: 'reads.bad-token',
		section: '5',
		states: 'a read with a token that does not exist: refused or passed over is left open',
		run: async (service) => {
			const answer = await service.call(operationPath('listLocs'), { token: 'no-such-token' });
			return answer.status === 200 ? [leftOpen('passed over')] : judgeCode(answer, [103]);
		},
	},
	{
		id: 'scheme.http',
		section: '5',
		states: 'calls that need authorization use HTTPS: over plain HTTP they fail with 100',
		run: async (service) => {
			if (!service.options.baseUrl.startsWith('http:')) return [notTried('{base_url} is https')];
			const answer = await service.call(operationPath('joinEvent', { id: '1' }), { method: 'POST' });
			const { code } = (answer.json ?? {}) as { code?: unknown };
			return [code === 100 ? conforms : leftOpen('this address is plain HTTP, and answers')];
		},
	},
	{
		id: 'token.read',
		section: '5',
		states: 'a call with a good token in the Authorization header succeeds',
		needs: 'token',
		run: async (service) => {
			const answer = await service.read(operationPath('listLocs'), true);
			return [answer.status === 200 ? conforms : differs('HTTP status 200', showAnswer(answer))];
		},
	},
];

/** Header names that came all in lower case may have been changed on the way, as HTTP/2 does. */
const isSpelled = (answer: Answer) => answer.headers.some(([name]) => name !== name.toLowerCase());

const levelList = Object.values(levels);

const limitChecks: readonly Check[] = [
	...Object.values(rateLimitHeaders).map(
		(name): Check => ({
			id: `limits.${name}`,
			section: '8',
			states: `an answer to a call with a token carries ${name}, a number`,
			needs: 'token',
			run: async (service) => {
				const answer = await service.read(operationPath('listLocs'), true);
				const value = headerOf(answer, name);
				if (value === undefined) return [differs(`header ${name}`, 'no such header')];
				if (!/^\d+$/.test(value)) return [differs(`${name}: a number`, value)];
				const spelling = answer.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[0];
				if (!isSpelled(answer))
					return [conforms, leftOpen('names arrive in lower case, so the spelling is not seen')];
				return [expectEqual('spelled', spelling, name)];
			},
		}),
	),
	{
		id: 'limits.level',
		section: '8',
		states: 'the limits are those of one of the levels',
		needs: 'token',
		run: async (service) => {
			const answer = await service.read(operationPath('listLocs'), true);
			const [user, ip] = [rateLimitHeaders.userLimit, rateLimitHeaders.ipLimit].map((name) =>
				Number(headerOf(answer, name)),
			);
			return [
				levelList.some(({ callsPerUser, callsPerIp }) => callsPerUser === user && callsPerIp === ip)
					? conforms
					: differs(
							levelList
								.map(({ callsPerUser, callsPerIp }) => `${callsPerUser} and ${callsPerIp}`)
								.join(', or '),
							`${user} and ${ip}`,
						),
			];
		},
	},
	{
		id: 'limits.counting',
		section: '8',
		states: 'a further call leaves fewer remaining, never more than the limit',
		needs: 'token',
		run: async (service) => {
			const path = operationPath('listLocs', { count: 1 });
			const token = service.tokens.access;
			const [first, second] = [await service.call(path, { token }), await service.call(path, { token })];
			return (['user', 'ip'] as const).map((who) => {
				const [limit, remaining] = [rateLimitHeaders[`${who}Limit`], rateLimitHeaders[`${who}Remaining`]];
				const [before, after] = [Number(headerOf(first, remaining)), Number(headerOf(second, remaining))];
				const isNewHour = before < after && after >= Number(headerOf(second, limit)) - 2;
				return (after < before || isNewHour) && before <= Number(headerOf(first, limit))
					? conforms
					: differs(`${remaining} below ${before}`, String(after));
			});
		},
	},
	{
		id: 'limits.on-failures',
		section: '8',
		states: 'failed calls with a token carry the headers too',
		needs: 'token',
		run: async (service) => {
			const answer = await service.read(operationPath('getEvent', { id: '999999999999' }), true);
			const absent = Object.values(rateLimitHeaders).filter((name) => headerOf(answer, name) === undefined);
			return [absent.length === 0 ? conforms : differs('the four headers', `without ${absent.join(', ')}`)];
		},
	},
	{
		id: 'limits.without-token',
		section: '8',
		states: 'limits of calls without a token are left open',
		run: async (service) => {
			const answer = await service.call(operationPath('listLocs'));
			const seen = answer.headers.filter(([name]) => name.toLowerCase().startsWith('x-ratelimit'));
			return [leftOpen(seen.length === 0 ? 'no headers' : seen.map((pair) => pair.join(': ')).join(', '))];
		},
	},
	{
		id: 'limits.page-size',
		section: '8',
		states: 'page-size limits are left open',
		run: async (service) => {
			const answer = await service.read(operationPath('listLocs', { count: 1000 }));
			return [
				leftOpen(
					`count=1000: ${answer.status === 200 ? `${elementsOf(answer, 'locs').length} elements` : showAnswer(answer)}`,
				),
			];
		},
	},
];

export const tokenChecks: readonly Check[] = [...accessChecks, ...limitChecks];
