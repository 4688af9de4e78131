/**
 * The sign-in as the SPA drives it (design §4), with oidc-client-ts loaded only now: it makes and checks `state`,
 * the BFF does the rest.
 */
import type { LoginRequest, PublicSettings, TokenRequest } from '../../../contract/session.ts';
import { callBff } from '../../service/call.ts';
import { localPath } from './return-path.ts';

const returnKey = 'daybill.return';

async function createClient(settings: PublicSettings) {
	const { OidcClient, WebStorageStateStore } = await import('oidc-client-ts');
	const { origin } = new URL(settings.authorization_endpoint);
	return new OidcClient({
		authority: origin,
		client_id: settings.client_id,
		redirect_uri: settings.redirect_uri,
		response_type: 'code',
		scope: settings.scope,
		metadata: {
			issuer: origin,
			authorization_endpoint: settings.authorization_endpoint,
			token_endpoint: '/auth/token',
		},
		disablePKCE: !settings.pkce,
		stateStore: new WebStorageStateStore({ store: sessionStorage }),
	});
}

/** Leaves for the service's consent page. @param returnTo path to come back to */
export async function startSignIn(settings: PublicSettings, returnTo: string): Promise<void> {
	const client = await createClient(settings);
	const path = localPath(returnTo);
	sessionStorage.setItem(returnKey, path);
	const { url } = await client.createSigninRequest({ state: { returnTo: path } });
	const login: LoginRequest = { state: new URL(url).searchParams.get('state') ?? '' };
	await callBff('POST', '/auth/login', login);
	window.location.assign(url);
}

/** What a callback turned out to be, and where the person was. */
export type CallbackResult = { returnTo: string } & (
	| { kind: 'signed-in' | 'denied' }
	/** Refused here, before any call: the state is not this browser's, was used, or there is no code. */
	| { kind: 'refused'; why: 'mismatch' | 'no-code' }
	/** The BFF or the service refused. */
	| { kind: 'failed'; error: unknown }
);

/**
 * Completes a sign-in from the callback's address.
 *
 * @param address the whole address, read before it was replaced
 */
export async function completeSignIn(settings: PublicSettings, address: URL): Promise<CallbackResult> {
	const kept = localPath(sessionStorage.getItem(returnKey));
	const { searchParams } = address;
	// A refusal may come without a state (gap register): nothing is done with it, so nothing needs checking.
	if (searchParams.get('error') === 'access_denied') return { kind: 'denied', returnTo: kept };

	const client = await createClient(settings);
	let signin: Awaited<ReturnType<typeof client.readSigninResponseState>>['state'];
	try {
		({ state: signin } = await client.readSigninResponseState(address.href, true));
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { kind: 'refused', why: 'mismatch', returnTo: kept };
	}
	// The library reads `id;more` as `id`: only the very state that was made will do.
	if (signin.id !== searchParams.get('state')) return { kind: 'refused', why: 'mismatch', returnTo: kept };
	const returnTo = localPath((signin.data as { returnTo?: unknown } | undefined)?.returnTo);
	const code = searchParams.get('code');
	if (!code) return { kind: 'refused', why: 'no-code', returnTo };
	try {
		const exchange: TokenRequest = {
			grant_type: 'authorization_code',
			code,
			state: signin.id,
			code_verifier: signin.code_verifier,
		};
		await callBff('POST', '/auth/token', exchange);
		return { kind: 'signed-in', returnTo };
	} catch (error) {
		return { kind: 'failed', error, returnTo };
	}
}
