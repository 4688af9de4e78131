/** Reads and checks the parameters of the authorization endpoint (Spec §4.1). */
import { defaultScope, scopes as knownScopes } from '../../contract/spec/levels.ts';
import { responseTypes } from '../../contract/spec/operations.ts';
import { readPairs, required } from '../requests/parameters.ts';
import { ServiceError } from '../requests/service-error.ts';
import { type Applications, checkRedirectUri } from './applications.ts';

export type AuthorizationRequest = ReturnType<typeof readAuthorizationRequest>;

/**
 * Checks an authorization request, the application and redirect URI first: an error in these is shown on the
 * sandbox's own page, never redirected (RFC 9700 §4.11.2).
 * @throws ServiceError 104, 105, 109, 113, 115, 117, 125
 */
export function readAuthorizationRequest(applications: Applications, query: string) {
	const parameters = readPairs(new URLSearchParams(query));
	const application = applications.find(required(parameters, 'client_id'));
	checkRedirectUri(application, required(parameters, 'redirect_uri'));
	const responseType = responseTypes.find((type) => type === required(parameters, 'response_type'));
	if (responseType === undefined) throw new ServiceError(115);
	const scopes = (parameters.get('scope') || defaultScope).split(',');
	const unknown = scopes.find((scope) => !(knownScopes as readonly string[]).includes(scope));
	if (unknown !== undefined) throw new ServiceError(125, unknown);
	const forbidden = scopes.find((scope) => !application.scopes.includes(scope));
	if (forbidden !== undefined) throw new ServiceError(109, forbidden);
	return {
		application,
		responseType,
		scopes: [...new Set(scopes)],
		state: parameters.get('state'),
		/** Set if the person wants to choose an account (OpenID Connect Core 1.0 §3.1.2.1). */
		prompt: ['login', 'select_account'].find((value) => value === parameters.get('prompt')),
	};
}
