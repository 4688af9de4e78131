/** Registered applications (Spec §5): their keys, redirect URIs, levels and permissions. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Level, levels, scopes } from '../../contract/spec/levels.ts';
import { ServiceError } from '../requests/service-error.ts';

/** A text that the control API accepts. */
export const controlText = z.string().min(1).max(500);

const redirectUri = z.string().refine((value) => {
	const url = URL.parse(value);
	const loopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
	return (
		url !== null && url.hash === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback))
	);
}, 'an https URL, or http on loopback, without a fragment');

/** An application, as the control API accepts it. */
export const applicationSchema = z.strictObject({
	client_id: controlText,
	client_secret: controlText,
	redirect_uri: redirectUri,
	name: controlText,
	level: z.enum(Object.keys(levels) as [Level]),
	/** The application's permissions. Requesting others fails with 109. */
	scopes: z.array(z.enum(scopes)).min(1).readonly(),
	/** The only users who may use the application (others get 110); null if everyone may. */
	trial_users: z.array(controlText).nullable(),
	blocked: z.boolean(),
	deleted: z.boolean(),
});
export type Application = z.output<typeof applicationSchema>;

export type Applications = ReturnType<typeof openApplications>;

export function openApplications(database: DatabaseSync) {
	const select = database.prepare('SELECT fields FROM apps WHERE client_id = ?');
	const upsert = database.prepare('INSERT OR REPLACE INTO apps (client_id, fields) VALUES (?, ?)');
	/** The application, even if blocked or deleted; undefined if it never existed. */
	const get = (clientId: string): Application | undefined => {
		const row = select.get(clientId);
		return row === undefined ? undefined : (JSON.parse(String(row.fields)) as Application);
	};
	return {
		get,
		/** @throws ServiceError 104 for an unknown or deleted key, 105 for a blocked one */
		find(clientId: string): Application {
			const application = get(clientId);
			if (application === undefined || application.deleted) throw new ServiceError(104);
			if (application.blocked) throw new ServiceError(105);
			return application;
		},
		save(application: Application): void {
			upsert.run(application.client_id, JSON.stringify(application));
		},
	};
}

/** Redirect URIs must match exactly (RFC 9700 §2.1). @throws ServiceError 117 */
export function checkRedirectUri(application: Application, redirectUri: string): void {
	if (application.redirect_uri !== redirectUri) throw new ServiceError(117);
}

/** @throws ServiceError 110 if the application has trial users and this user isn't one of them */
export function checkTrialUser({ trial_users }: Application, userId: string): void {
	if (trial_users !== null && !trial_users.includes(userId)) throw new ServiceError(110);
}
