/** Authorization codes, access tokens and refresh tokens, and the transitions of Spec §3.1. */
import type { DatabaseSync } from 'node:sqlite';
import type { TokenResponse } from '../../contract/spec/resources.ts';
import { tokenLifetimes } from '../../contract/spec/token-lifetimes.ts';
import type { Clock } from '../clock.ts';
import { inTransaction, prepareTrim } from '../database.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Application } from './applications.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** RFC 6749 §4.1.2 recommends ten minutes at most. */
const codeLifetimeMs = 10 * 60_000;

/** Anyone can use the demo accounts, so storage is limited: codes and tokens expiring first are deleted. */
const maxCodes = 10_000;
const maxTokens = 100_000;

export function openTokens(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
	const insertCode = database.prepare(
		'INSERT INTO codes (code_hash, client_id, user_id, redirect_uri, scope, ends_at, grant_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	const selectCode = database.prepare('SELECT * FROM codes WHERE code_hash = ?');
	const useCode = database.prepare('UPDATE codes SET used = 1 WHERE code_hash = ? AND used = 0');
	const insertToken = database.prepare(
		`INSERT INTO tokens (access_hash, refresh_hash, grant_id, client_id, user_id, scope, access_ends_at, refresh_ends_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const byAccess = database.prepare(
		'SELECT client_id, user_id, scope, access_ends_at, ended FROM tokens WHERE access_hash = ?',
	);
	const byRefresh = database.prepare('SELECT * FROM tokens WHERE refresh_hash = ?');
	const markRefreshed = database.prepare(
		'UPDATE tokens SET refreshed = 1 WHERE refresh_hash = ? AND refreshed = 0',
	);
	const prepareEnd = (why: string, where: string) =>
		database.prepare(`UPDATE tokens SET ended = '${why}' WHERE ${where} AND ended IS NULL`);
	const endGrant = prepareEnd('replayed', 'grant_id = ?');
	const endConsent = prepareEnd('withdrawn', 'user_id = ? AND client_id = ?');
	const endOfUser = prepareEnd('password', 'user_id = ?');
	const forgetConsent = database.prepare('DELETE FROM consents WHERE user_id = ? AND client_id = ?');

	const trimCodes = prepareTrim(database, 'codes', 'ends_at', maxCodes);
	const trimTokens = prepareTrim(database, 'tokens', 'refresh_ends_at', maxTokens);

	const issue = (
		application: Application,
		userId: string,
		scope: string,
		grantId = newSecret(),
	): TokenResponse => {
		const { accessTokenSeconds, refreshTokenSeconds } = tokenLifetimes[application.level];
		const [accessToken, refreshToken] = [newSecret(), newSecret()];
		const now = clock.now();
		insertToken.run(
			hashSecret(accessToken),
			hashSecret(refreshToken),
			grantId,
			application.client_id,
			userId,
			scope,
			now + accessTokenSeconds * 1000,
			now + refreshTokenSeconds * 1000,
		);
		trimTokens.run();
		return {
			access_token: accessToken,
			expires_in: accessTokenSeconds,
			refresh_token: refreshToken,
			service_user_id: userId,
		};
	};

	return {
		/** Issues tokens without a code: for response_type=token and the control API. */
		issue: (application: Application, userId: string, scope: string) => issue(application, userId, scope),
		/** A code for the callback, bound to application and redirect URI. @param scope comma-separated */
		issueCode(application: Application, userId: string, scope: string): string {
			const code = newSecret();
			insertCode.run(
				hashSecret(code),
				application.client_id,
				userId,
				application.redirect_uri,
				scope,
				clock.now() + codeLifetimeMs,
				newSecret(),
			);
			trimCodes.run();
			return code;
		},
		/**
		 * Exchanges a code for tokens. Reusing a code also ends its tokens.
		 * @throws ServiceError 118 for an unknown, expired or used code, or another application's
		 */
		exchangeCode(application: Application, code: string): TokenResponse {
			const hash = hashSecret(code);
			const row = selectCode.get(hash);
			if (row === undefined || row.client_id !== application.client_id) throw new ServiceError(118);
			const grantId = String(row.grant_id);
			if (row.redirect_uri !== application.redirect_uri || Number(row.ends_at) <= clock.now())
				throw new ServiceError(118);
			if (useCode.run(hash).changes === 0) {
				endGrant.run(grantId);
				throw new ServiceError(118);
			}
			return issue(application, String(row.user_id), String(row.scope), grantId);
		},
		/**
		 * @throws ServiceError 119 for an unknown, used or expired refresh token; 124 before the access token
		 * expires
		 */
		refresh: (application: Application, refreshToken: string): TokenResponse =>
			inTransaction(database, () => {
				const hash = hashSecret(refreshToken);
				const row = byRefresh.get(hash);
				const now = clock.now();
				const usable = row?.client_id === application.client_id && row.refreshed === 0 && row.ended === null;
				if (!usable || Number(row.refresh_ends_at) <= now) throw new ServiceError(119);
				if (Number(row.access_ends_at) > now) throw new ServiceError(124);
				markRefreshed.run(hash);
				return issue(application, String(row.user_id), String(row.scope), String(row.grant_id));
			}),
		/** The user of a refresh token, so that a blocked account is rejected before the exchange. */
		userOfRefreshToken(refreshToken: string): string | undefined {
			const row = byRefresh.get(hashSecret(refreshToken));
			return row === undefined ? undefined : String(row.user_id);
		},
		/** @throws ServiceError 103 if unknown or ended, 123 if ended by a password change, 106 if expired */
		check(accessToken: string): { clientId: string; userId: string; scopes: readonly string[] } {
			const row = byAccess.get(hashSecret(accessToken));
			if (row?.ended === 'password') throw new ServiceError(123);
			if (row === undefined || row.ended !== null) throw new ServiceError(103);
			if (Number(row.access_ends_at) <= clock.now()) throw new ServiceError(106);
			return {
				clientId: String(row.client_id),
				userId: String(row.user_id),
				scopes: String(row.scope).split(','),
			};
		},
		/** Ends all tokens of a user for an application, and deletes the consent. */
		withdraw(userId: string, clientId: string): void {
			inTransaction(database, () => {
				endConsent.run(userId, clientId);
				forgetConsent.run(userId, clientId);
			});
		},
		endForPassword(userId: string): void {
			endOfUser.run(userId);
		},
	};
}
