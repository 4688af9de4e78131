/** A whole service of a variant: a sandbox in memory, and the proxy that turns it into the variant. */
import type { TokenResponse } from '../../../src/contract/spec/resources.ts';
import { startSandbox } from '../../../src/sandbox/app.ts';
import { consentAt } from '../../sandbox/consent.ts';
import type { Variant } from '../variant.ts';
import { startProxy } from './proxy.ts';

export const application = {
	clientId: 'daybill-demo',
	clientSecret: 'daybill-demo-secret',
	redirectUri: 'http://localhost:3000/callback',
};

/** A user without any relation to an event, who signs in at the service. */
const person = { uid: 'dora', name: 'Dora', password: 'dora-daybill' };

export interface LawfulService {
	/** {base_url} and {auth_url}, as an operator configures them. */
	baseUrl: string;
	authUrl: string;
	/** Milliseconds since 1970 on the service's clock. */
	now(): number;
	/** Moves the service's clock. */
	advance(seconds: number): Promise<void>;
	/** Signs the user in and consents. @returns the URL that the browser is redirected to */
	consent(query: URLSearchParams): Promise<URL>;
	/** A fresh authorization code for the user. */
	code(): Promise<string>;
	/** Tokens for the user, from the variant's own token endpoint. */
	tokens(): Promise<TokenResponse>;
	/** Withdraws the user's consent. */
	withdraw(): Promise<void>;
	close(): Promise<void>;
}

const hour = 3_600_000;
const sandboxHours = 8;

export async function startService(variant: Variant): Promise<LawfulService> {
	const { clientId, clientSecret, redirectUri } = application;
	let shift = (variant.beginsAt?.(Date.now()) ?? Date.now()) - Date.now();
	const now = () => Date.now() + shift;
	const hours = variant.wallClockHours ?? sandboxHours;
	const wallClock = () => new Date(now() + hours * hour).toISOString().slice(0, 19).replace('T', ' ');
	let sandboxOrigin = '';
	const prefix = variant.prefix ?? '';
	const proxy = await startProxy({
		target: () => sandboxOrigin,
		prefix,
		middleware: variant.create?.({ wallClock }) ?? ((request, next) => next(request)),
	});
	const sandbox = await startSandbox({
		port: 0,
		database: ':memory:',
		seed: 'small',
		redirectUri,
		publicOrigin: proxy.origin,
		anonymousLimit: variant.anonymousLimit,
	});
	sandboxOrigin = sandbox.origin;

	const control = async (method: string, path: string, body: object) => {
		const response = await fetch(`${sandbox.origin}/_sandbox${path}`, {
			method,
			headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		return response;
	};
	const advance = async (seconds: number) => {
		await control('POST', '/clock', { advance_seconds: seconds });
	};
	await advance(shift / 1000 + (hours - sandboxHours) * 3600);
	const { id } = (await (await control('POST', '/users', person)).json()) as { id: string };
	if (variant.level !== undefined) await control('PATCH', `/apps/${clientId}`, { level: variant.level });

	const slash = variant.trailingSlash === true ? '/' : '';
	const consent = (query: URLSearchParams) => consentAt(proxy.origin, query.toString(), { uid: person.uid });
	const code = async () => {
		const back = await consent(
			new URLSearchParams({
				client_id: clientId,
				redirect_uri: redirectUri,
				response_type: 'code',
				scope: 'event_basic_r,event_basic_w',
			}),
		);
		return back.searchParams.get('code') ?? '';
	};
	return {
		baseUrl: `${proxy.origin}${prefix}${slash}`,
		authUrl: `${proxy.origin}${slash}`,
		now,
		async advance(seconds) {
			shift += seconds * 1000;
			await advance(seconds);
		},
		consent,
		code,
		async tokens() {
			const parameters = new URLSearchParams({
				client_id: clientId,
				client_secret: clientSecret,
				redirect_uri: redirectUri,
				grant_type: 'authorization_code',
				code: await code(),
			});
			const response = await fetch(`${proxy.origin}/service/auth2/token?${parameters}`, { method: 'POST' });
			return (await response.json()) as TokenResponse;
		},
		async withdraw() {
			await control('DELETE', `/consents?user_id=${id}&client_id=${clientId}`, {});
		},
		async close() {
			await proxy.close();
			await sandbox.close();
		},
	};
}
