/** Checks of the grants that succeed (Spec §2.5, §3.1): a code for tokens, a refresh token for the next pair. */
import { readCount } from '../../contract/event/fields.ts';
import { levels } from '../../contract/spec/access.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { tokenResponseSchema } from '../../contract/spec/resources.ts';
import type { ServiceResponse } from '../call.ts';
import { type Check, type Finding, leftOpen, notTried, show } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { bodyOf } from '../fields.ts';
import { codeOf, type Service, unknownId } from '../service.ts';
import { judgeShape } from '../shape.ts';

const units = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, milliseconds: 0.001 } as const;

/** The unit of `expires_in` by the lifetimes of the levels; a minute may have passed. */
function lifetimeOf(expiresIn: unknown): Finding {
	const count = readCount(expiresIn);
	for (const [unit, seconds] of Object.entries(units))
		for (const [level, { accessTokenSeconds }] of Object.entries(levels))
			if (count !== null && Math.abs(accessTokenSeconds - count * seconds) <= 60)
				return leftOpen(`${unit}: ${count} is the lifetime of ${level}`);
	return leftOpen(`expires_in ${show(expiresIn)} is no level's lifetime`);
}

/** Exchanges the tester's code; its tokens are used from then on. */
const exchangeCode = (service: Service) =>
	service.once('exchange', async () => {
		const { application, code } = service.options;
		if (application === null || code === null) return null;
		const response = await service.token({
			client_id: application.clientId,
			client_secret: application.clientSecret,
			redirect_uri: application.redirectUri,
			grant_type: 'authorization_code',
			code,
		});
		adopt(service, response);
		return response;
	});

function adopt(service: Service, response: ServiceResponse): void {
	const tokens = tokenResponseSchema.safeParse(response.json).data;
	if (tokens === undefined || response.status !== 200) return;
	service.tokens.access = tokens.access_token;
	service.tokens.refresh = tokens.refresh_token;
	service.tokens.userId = tokens.service_user_id;
	service.forget();
}

/** A read may ignore the token, so a write is tried too; it changes nothing, since the event does not exist. */
async function isExpired({ call }: Service, token: string): Promise<boolean> {
	const read = await call(operationPath('listLocs'), { token });
	const write = await call(operationPath('unwishEvent', { id: unknownId }), { method: 'DELETE', token });
	return codeOf(read) === 106 || codeOf(write) === 106;
}

/** Uses the refresh token: it fails with 124 before the access token has expired, else it gives the next pair. */
const refresh = (service: Service) =>
	service.once('refresh', async () => {
		const { application } = service.options;
		const { access, refresh: refreshToken } = service.tokens;
		if (application === null || refreshToken === null || access === null) return null;
		const expired = await isExpired(service, access);
		const send = () =>
			service.token({
				client_id: application.clientId,
				client_secret: application.clientSecret,
				redirect_uri: application.redirectUri,
				grant_type: 'refresh_token',
				refresh_token: refreshToken,
			});
		const response = await send();
		adopt(service, response);
		return { expired, response, repeated: expired ? await send() : null };
	});

const needsCode = notTried('needs an application and a fresh --code');
const needsRefresh = notTried('needs --write, an application, a token and its refresh token');

/** These checks run first, since later ones use their tokens. */
export const grantChecks: readonly Check[] = [
	{
		id: 'token.exchange',
		section: '2.5',
		states: 'a valid code gives access_token, expires_in, refresh_token and service_user_id',
		needs: 'application',
		run: async (service) => {
			const response = await exchangeCode(service);
			return response === null ? [needsCode] : judgeShape(response, tokenResponseSchema);
		},
	},
	{
		id: 'token.expires-in',
		section: '5',
		states: 'the unit of expires_in is left open',
		needs: 'application',
		run: async (service) => {
			const response = await exchangeCode(service);
			return [response === null ? needsCode : lifetimeOf(bodyOf(response).expires_in)];
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
				: judgeCode(refreshed.response, [124]);
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
			return judgeShape(refreshed.response, tokenResponseSchema);
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
