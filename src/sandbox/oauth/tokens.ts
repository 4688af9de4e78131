/** Authorization codes, access tokens and refresh tokens, and the transitions of Spec §3.1. */
import type { DatabaseSync } from 'node:sqlite';
import { levels } from '../../contract/spec/levels.ts';
import type { TokenResponse } from '../../contract/spec/resources.ts';
import type { Clock } from '../clock.ts';
import { inTransaction } from '../database.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Application } from './applications.ts';
import { type Grant, newSecret, type Secrets } from './secrets.ts';

/** RFC 6749 §4.1.2 recommends ten minutes at most. */
const codeSeconds = 10 * 60;

export function openTokens(database: DatabaseSync, clock: Pick<Clock, 'now'>, secrets: Secrets) {
	const grantTo = ({ client_id }: Application, userId: string, scope: string): Grant => ({
		clientId: client_id,
		userId,
		scope,
		grantId: newSecret(),
	});
	const issue = ({ level }: Application, grant: Grant): TokenResponse => {
		const { accessTokenSeconds, refreshTokenSeconds } = levels[level];
		return {
			access_token: secrets.issue('access', grant, accessTokenSeconds),
			expires_in: accessTokenSeconds,
			// Refreshing is possible once the access token has expired.
			refresh_token: secrets.issue('refresh', grant, refreshTokenSeconds, accessTokenSeconds),
			service_user_id: grant.userId,
		};
	};

	return {
		/** Issues tokens without a code: for response_type=token and the control API. @param scope comma-separated */
		issue: (application: Application, userId: string, scope: string): TokenResponse =>
			issue(application, grantTo(application, userId, scope)),
		/** A code for the callback. @param scope comma-separated */
		issueCode: (application: Application, userId: string, scope: string): string =>
			secrets.issue('code', grantTo(application, userId, scope), codeSeconds),
		/**
		 * Exchanges a code for tokens. Reusing a code also ends its tokens.
		 * @throws ServiceError 118 for an unknown, expired or used code, or another application's
		 */
		exchangeCode(application: Application, code: string): TokenResponse {
			const grant = secrets.find('code', code);
			const isKnown = grant?.clientId === application.client_id && grant.endsAt > clock.now();
			if (isKnown && grant.ended === 'used') secrets.endGrant(grant.grantId);
			if (!isKnown || grant.ended !== null) throw new ServiceError(118);
			secrets.endUsed(code);
			return issue(application, grant);
		},
		/**
		 * @throws ServiceError 119 for an unknown, used or expired refresh token; 124 before the access token
		 * expires
		 */
		refresh: (application: Application, refreshToken: string): TokenResponse =>
			inTransaction(database, () => {
				const grant = secrets.find('refresh', refreshToken);
				const now = clock.now();
				if (grant?.clientId !== application.client_id || grant.ended !== null || grant.endsAt <= now)
					throw new ServiceError(119);
				if (grant.beginsAt > now) throw new ServiceError(124);
				secrets.endUsed(refreshToken);
				return issue(application, grant);
			}),
		/** The user of a refresh token, so that a blocked account is rejected before the exchange. */
		userOfRefreshToken: (refreshToken: string): string | undefined =>
			secrets.find('refresh', refreshToken)?.userId,
		/** @throws ServiceError 103 if unknown or ended, 123 if ended by a password change, 106 if expired */
		check(accessToken: string): Grant {
			const grant = secrets.find('access', accessToken);
			if (grant?.ended === 'password') throw new ServiceError(123);
			if (grant === undefined || grant.ended !== null) throw new ServiceError(103);
			if (grant.endsAt <= clock.now()) throw new ServiceError(106);
			return grant;
		},
	};
}
