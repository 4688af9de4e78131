/** The service's error codes (Spec §7): 100 to 128, and 999. Names are spelled as in the specification. */

export const errorCodes = [
	{ code: 100, name: 'invalid_request_scheme', condition: 'wrong request protocol' },
	{ code: 101, name: 'invalid_request_method', condition: 'wrong request method' },
	{ code: 102, name: 'access_token_is_missing', condition: 'no access token found' },
	{
		code: 103,
		name: 'invalid_access_token',
		condition: 'token does not exist, was deleted by the user, or the user changed the password',
	},
	{ code: 104, name: 'invalid_apikey', condition: 'application key does not exist or was deleted' },
	{ code: 105, name: 'apikey_is_blocked', condition: 'application key disabled' },
	{ code: 106, name: 'access_token_has_expired', condition: 'access token expired' },
	{ code: 107, name: 'invalid_request_uri', condition: 'request address not registered' },
	{ code: 108, name: 'invalid_credencial1', condition: 'user has not authorized access to this data' },
	{ code: 109, name: 'invalid_credencial2', condition: 'application key lacks this permission' },
	{ code: 110, name: 'not_trial_user', condition: 'not a registered test user' },
	{ code: 111, name: 'rate_limit_exceeded1', condition: 'user rate limit exceeded' },
	{ code: 112, name: 'rate_limit_exceeded2', condition: 'IP rate limit exceeded' },
	{
		code: 113,
		name: 'required_parameter_is_missing',
		condition: 'a parameter is missing; msg names it after a colon',
	},
	{ code: 114, name: 'unsupported_grant_type', condition: 'wrong grant_type' },
	{ code: 115, name: 'unsupported_response_type', condition: 'wrong response_type' },
	{ code: 116, name: 'client_secret_mismatch', condition: 'client_secret does not match' },
	{ code: 117, name: 'redirect_uri_mismatch', condition: 'redirect_uri does not match' },
	{ code: 118, name: 'invalid_authorization_code', condition: 'code does not exist or expired' },
	{ code: 119, name: 'invalid_refresh_token', condition: 'refresh token does not exist or expired' },
	{ code: 120, name: 'username_password_mismatch', condition: 'username and password do not match' },
	{ code: 121, name: 'invalid_user', condition: 'user does not exist or was deleted' },
	{ code: 122, name: 'user_has_blocked', condition: 'user blocked' },
	{
		code: 123,
		name: 'access_token_has_expired_since_password_changed',
		condition: 'token expired because the user changed the password',
	},
	{ code: 124, name: 'access_token_has_not_expired', condition: 'token has not expired (refresh refused)' },
	{ code: 125, name: 'invalid_request_scope', condition: 'requested scope invalid; seldom occurs' },
	{ code: 126, name: 'invalid_request_source', condition: 'request source invalid' },
	{ code: 127, name: 'thirdparty_login_auth_faied', condition: 'third-party authorization error' },
	{ code: 128, name: 'user_locked', condition: 'user locked' },
	{ code: 999, name: 'unknown', condition: 'unknown error' },
] as const satisfies readonly { code: number; name: string; condition: string }[];

export type ErrorCode = (typeof errorCodes)[number]['code'];

export function errorName(code: number): string {
	return errorCodes.find((entry) => entry.code === code)?.name ?? 'unknown';
}
