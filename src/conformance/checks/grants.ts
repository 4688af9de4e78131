/** Checks of the grants that succeed (Spec §2.5, §3.1): a code for tokens, a refresh token for the next pair. */
import { levels } from '../../contract/access.ts';
import { operationPath } from '../../contract/operations.ts';
import { tokenResponseSchema } from '../../contract/resources.ts';
import type { Answer } from '../call.ts';
import { type Check, type Finding, leftOpen, notTried } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Service } from '../service.ts';
import { judgeAnswer } from '../shape.ts';

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
export const grantChecks: readonly Check[] = [
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
