/** The authorization and token endpoints of the recorded service: one application, one person, one code. */
import type { FastifyInstance } from 'fastify';
import { signedInUserId } from './recording.ts';
import { Rejection } from './rejection.ts';

export const recordedApplication = {
	clientId: 'recorded-key',
	clientSecret: 'recorded-secret',
	redirectUri: 'http://localhost:3000/callback',
};
export const recordedTokens = {
	access_token: 'a14afef0f66fcffce3e0fcd2e34f6ff4',
	expires_in: 604_800,
	refresh_token: '5d633d136b6d56a41829b73a424803ec',
	service_user_id: signedInUserId,
	service_user_name: 'ahbei',
};
/** A code that the token endpoint accepts any number of times. */
export const recordedCode = '9b73a4248';

const missing = (name: string) => new Rejection(400, 113, `required_parameter_is_missing: ${name}`);

type Query = Readonly<Record<string, string | undefined>>;

/** Adds both endpoints. @param redirectUri the URI registered for the application */
export function addRecordedAuthorization(app: FastifyInstance, redirectUri: string): void {
	const checkApplication = (parameters: Query) => {
		for (const name of ['client_id', 'redirect_uri']) if (!parameters[name]) throw missing(name);
		if (parameters.client_id !== recordedApplication.clientId)
			throw new Rejection(400, 104, 'invalid_apikey');
		if (parameters.redirect_uri !== redirectUri) throw new Rejection(400, 117, 'redirect_uri_mismatch');
	};
	app.get<{ Querystring: Query }>('/service/auth2/auth', async ({ query }, reply) => {
		checkApplication(query);
		if (!query.response_type) throw missing('response_type');
		if (!['code', 'token'].includes(query.response_type))
			throw new Rejection(400, 115, 'unsupported_response_type');
		const unknown = query.scope?.split(',').find((scope) => !scope.startsWith('event_basic_'));
		if (unknown !== undefined) throw new Rejection(400, 125, 'invalid_request_scope');
		const state = query.state === undefined ? '' : `&state=${encodeURIComponent(query.state)}`;
		return reply.redirect(`${query.redirect_uri}?code=${recordedCode}${state}`);
	});
	const wrongMethod = async () => {
		throw new Rejection(400, 101, 'invalid_request_method');
	};
	app.post('/service/auth2/auth', wrongMethod);
	app.get('/service/auth2/token', wrongMethod);
	app.post<{ Querystring: Query; Body: Query | undefined }>(
		'/service/auth2/token',
		async ({ query, body }) => {
			const parameters = { ...query, ...body };
			checkApplication(parameters);
			for (const name of ['client_secret', 'grant_type']) if (!parameters[name]) throw missing(name);
			if (parameters.client_secret !== recordedApplication.clientSecret)
				throw new Rejection(400, 116, 'client_secret_mismatch');
			if (parameters.grant_type === 'authorization_code') {
				if (!parameters.code) throw missing('code');
				if (parameters.code !== recordedCode) throw new Rejection(400, 118, 'invalid_authorization_code');
				return recordedTokens;
			}
			if (parameters.grant_type !== 'refresh_token') throw new Rejection(400, 114, 'unsupported_grant_type');
			if (!parameters.refresh_token) throw missing('refresh_token');
			throw parameters.refresh_token === recordedTokens.refresh_token
				? new Rejection(400, 124, 'access_token_has_not_expired')
				: new Rejection(400, 119, 'invalid_refresh_token');
		},
	);
}
