/** The token endpoint (Spec §4.1): exchanges a code or a refresh token for a pair of tokens. */
import type { FastifyInstance } from 'fastify';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { checkRedirectUri, checkSecret } from '../applications.ts';
import { readParameters, required } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError } from '../service-error.ts';

/** Adds `POST /service/auth2/token`; parameters are in the query string, in a form body, or in both. */
export function addTokenRoute(app: FastifyInstance, { applications, tokens, users }: Sandbox): void {
	app.post(authorizationPaths.token, async (request, reply) => {
		const parameters = readParameters(request);
		const grantType = required(parameters, 'grant_type');
		if (grantType !== 'authorization_code' && grantType !== 'refresh_token') throw new ServiceError(114);
		const application = applications.find(required(parameters, 'client_id'));
		checkSecret(application, required(parameters, 'client_secret'));
		checkRedirectUri(application, required(parameters, 'redirect_uri'));
		reply.header('cache-control', 'no-store');

		if (grantType === 'authorization_code')
			return tokens.exchangeCode(application, required(parameters, 'code'));
		const refreshToken = required(parameters, 'refresh_token');
		const userId = tokens.userOfRefreshToken(refreshToken);
		if (userId !== undefined) users.checkUsable(userId);
		return tokens.refresh(application, refreshToken);
	});
}
