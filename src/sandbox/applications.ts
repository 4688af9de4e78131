/** Registered applications (Spec §5): their keys, redirect URIs, levels and permissions. */
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { Level } from '../contract/spec/access.ts';
import { sameSecret } from './secrets.ts';
import { ServiceError } from './service-error.ts';

export interface Application {
	clientId: string;
	clientSecret: string;
	redirectUri: string;
	name: string;
	level: Level;
	/** Permissions of the application; a scope outside them is 109. */
	scopes: readonly string[];
	/** Only these users may use it (110 for others); null for everybody. */
	trialUsers: readonly string[] | null;
	blocked: boolean;
	deleted: boolean;
}

export interface Applications {
	/** @throws ServiceError 104 for an unknown or deleted key, 105 for a blocked one */
	find(clientId: string): Application;
	/** The application, also when it is blocked or deleted; undefined when it never existed. */
	get(clientId: string): Application | undefined;
	save(application: Application): void;
	/** Clears the cache, after the database was changed from outside. */
	forget(): void;
}

/** @param maxKnown applications that are kept in memory */
export function openApplications(database: DatabaseSync, maxKnown = 1_000): Applications {
	const select = database.prepare('SELECT * FROM apps WHERE client_id = ?');
	const upsert = database.prepare(
		`INSERT OR REPLACE INTO apps (client_id, client_secret, redirect_uri, name, level, scopes, trial_users, blocked, deleted)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	// Every call needs its application.
	const known = new LRUCache<string, Application>({ max: maxKnown });
	const get = (clientId: string): Application | undefined => {
		const kept = known.get(clientId);
		if (kept !== undefined) return kept;
		const row = select.get(clientId);
		if (row === undefined) return undefined;
		const application: Application = {
			clientId,
			clientSecret: String(row.client_secret),
			redirectUri: String(row.redirect_uri),
			name: String(row.name),
			level: row.level as Level,
			scopes: String(row.scopes).split(','),
			trialUsers: row.trial_users === null ? null : String(row.trial_users).split(','),
			blocked: row.blocked === 1,
			deleted: row.deleted === 1,
		};
		known.set(clientId, application);
		return application;
	};
	return {
		get,
		find(clientId) {
			const application = get(clientId);
			if (application === undefined || application.deleted) throw new ServiceError(104);
			if (application.blocked) throw new ServiceError(105);
			return application;
		},
		save(application) {
			upsert.run(
				application.clientId,
				application.clientSecret,
				application.redirectUri,
				application.name,
				application.level,
				application.scopes.join(','),
				application.trialUsers?.join(',') ?? null,
				application.blocked ? 1 : 0,
				application.deleted ? 1 : 0,
			);
			known.delete(application.clientId);
		},
		forget: () => known.clear(),
	};
}

/** @throws ServiceError 116 when the secret is not the application's */
export function checkSecret(application: Application, secret: string): void {
	if (!sameSecret(application.clientSecret, secret)) throw new ServiceError(116);
}

/** Redirect URIs must be exactly equal (RFC 9700 §2.1). @throws ServiceError 117 */
export function checkRedirectUri(application: Application, redirectUri: string): void {
	if (application.redirectUri !== redirectUri) throw new ServiceError(117);
}
