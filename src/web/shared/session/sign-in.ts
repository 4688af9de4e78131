/**
 * The sign-in as the app does it, with oidc-client-ts loaded only now: the library makes and checks `state`,
 * the BFF does the rest. What belongs to a sign-in (where the person was, what they asked for) is kept under its `state`.
 */
import type { PublicSettings } from '../../../contract/bff-api/page-data.ts';
import type { LoginRequest, TokenRequest } from '../../../contract/bff-api/session.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { callBff } from '../call.ts';
import { StorageBlockedError, tabStorage } from '../storage.ts';
import { type PendingAction, readPendingAction } from './pending-action.ts';
import { localPath } from './return-path.ts';
import { removeOtherSessions } from './session-data.ts';

/** Where the person was, for a callback without a `state`. */
const returnKey = 'daybill.return';

/** What is kept under the `state` of a sign-in. */
interface SignInData {
	returnTo: string;
	action: PendingAction | null;
}

/** Whether the tab can keep anything at all. */
const canKeep = () => tabStorage.write('daybill.probe', '1') && tabStorage.write('daybill.probe', null);

/** @throws StorageBlockedError */
async function createClient(settings: PublicSettings) {
	const { OidcClient, WebStorageStateStore } = await import('oidc-client-ts');
	if (!canKeep()) throw new StorageBlockedError();
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
			token_endpoint: bffPatterns.token,
		},
		disablePKCE: !settings.pkce,
		stateStore: new WebStorageStateStore({ store: sessionStorage }),
		// A new sign-in drops those that were given up, and with them what was asked for.
		staleStateAgeInSeconds: 0,
	});
}

/**
 * Goes to the service's consent page.
 *
 * @param returnTo path of the page to return to
 * @param action what is to be done after this sign-in, and after no other
 * @throws StorageBlockedError, and as `callBff`
 */
export async function startSignIn(
	settings: PublicSettings,
	returnTo: string,
	action: PendingAction | null,
): Promise<void> {
	const client = await createClient(settings);
	// Later it would remove what this sign-in writes.
	await removeOtherSessions(null);
	const data: SignInData = { returnTo: localPath(returnTo), action };
	tabStorage.write(returnKey, data.returnTo);
	const { url, state } = await client.createSigninRequest({ state: data });
	const login: LoginRequest = { state: state.id };
	await callBff('POST', bffPatterns.login, login);
	window.location.assign(url);
}

/** What a callback turned out to be, and where the person was. */
export type CallbackResult = { returnTo: string } & (
	| { kind: 'signed-in'; action: PendingAction | null }
	| { kind: 'denied' }
	/** Rejected here, before any call: the state is not this browser's, was used, or there is no code. */
	| { kind: 'rejected'; why: 'mismatch' | 'no-code' }
	/** The BFF or the service rejected it, or storage is blocked. */
	| { kind: 'failed'; error: unknown }
);

/** The sign-in that a callback belongs to, taken out of storage; null when there is none. */
async function takeSignIn(settings: PublicSettings, url: URL) {
	const client = await createClient(settings);
	const { state } = await client.readSigninResponseState(url.href, true).catch((error: unknown) => {
		// The library throws a plain Error when it does not know the state.
		if (error instanceof Error) return { state: null };
		throw error;
	});
	// The library reads `id;more` as `id`: only the very state that was made is accepted.
	if (state === null || state.id !== url.searchParams.get('state')) return null;
	const { returnTo, action } = (state.data ?? {}) as { returnTo?: unknown; action?: unknown };
	return {
		id: state.id,
		codeVerifier: state.code_verifier,
		returnTo: localPath(returnTo),
		action: readPendingAction(action),
	};
}

/**
 * Completes a sign-in.
 *
 * @param url of the callback page, read before code and state were removed from it
 */
export async function completeSignIn(settings: PublicSettings, url: URL): Promise<CallbackResult> {
	const lastPath = localPath(tabStorage.read(returnKey));
	let signIn: Awaited<ReturnType<typeof takeSignIn>>;
	try {
		signIn = await takeSignIn(settings, url);
	} catch (error) {
		return { kind: 'failed', error, returnTo: lastPath };
	}
	const returnTo = signIn?.returnTo ?? lastPath;
	// A denial may come without a state (gap register, `callback`): nothing is done with it, so nothing needs checking.
	if (url.searchParams.get('error') === 'access_denied') return { kind: 'denied', returnTo };
	if (signIn === null) return { kind: 'rejected', why: 'mismatch', returnTo };
	const code = url.searchParams.get('code');
	if (!code) return { kind: 'rejected', why: 'no-code', returnTo };
	try {
		// What is left of the session before must not be used as if it were of the next one.
		await removeOtherSessions(null);
		const exchange: TokenRequest = {
			grant_type: 'authorization_code',
			code,
			state: signIn.id,
			code_verifier: signIn.codeVerifier,
		};
		await callBff('POST', bffPatterns.token, exchange);
		return { kind: 'signed-in', returnTo, action: signIn.action };
	} catch (error) {
		return { kind: 'failed', error, returnTo };
	}
}
