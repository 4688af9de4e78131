/**
 * Sign-in with oidc-client-ts, loaded on demand: the library creates and checks `state`, the BFF exchanges the code.
 * The return path and pending action are stored under the `state`.
 */

import type { LoginRequest, TokenRequest } from '../../../contract/bff-api/auth.ts';
import type { PublicSettings } from '../../../contract/bff-api/page-data.ts';
import type { ChangeKind } from '../../../contract/bff-api/relations.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { bffPatterns, pagePatterns } from '../../../contract/paths.ts';
import { callBff } from '../call.ts';
import { StorageBlockedError, tabStorage } from '../storage.ts';
import { removeFromStorage } from './session-data.ts';
import type { SignedIn } from './session-queries.ts';

/** A change requested while signed out. It is bound to the sign-in that it started, and runs once afterwards. */
export interface PendingAction {
	kind: ChangeKind;
	eventId: string;
	/** Day to join; null if undecided. */
	day: Day | null;
	/** The person whose session ended before the change, if any: it must not run for somebody else. */
	userId: string | null;
}

const anyOrigin = 'http://here';

/** Where to return after a sign-in: this path if it stays on the site, else `/`. */
export function localPath(path: string): string {
	const url = URL.parse(path, anyOrigin);
	// `/.//e` becomes `//e`, which is another site when resolved again. The callback page only works with a code.
	const isLocal =
		url?.origin === anyOrigin && !url.pathname.startsWith('//') && url.pathname !== pagePatterns.callback;
	return isLocal ? url.pathname + url.search + url.hash : '/';
}

/** Storage key of the return path, for a callback without `state`. */
const returnKey = 'daybill.return';

interface SignInData {
	returnTo: string;
	action: PendingAction | null;
}

const canStore = () => tabStorage.write('daybill.probe', '1') && tabStorage.write('daybill.probe', null);

/** @throws StorageBlockedError */
async function createClient(settings: PublicSettings) {
	const { OidcClient, WebStorageStateStore } = await import('oidc-client-ts');
	if (!canStore()) throw new StorageBlockedError();
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
		// Removes abandoned sign-ins and their pending actions.
		staleStateAgeInSeconds: 0,
	});
}

/**
 * Goes to the service's consent page.
 *
 * @param returnTo path to return to
 * @param action runs only after this sign-in
 * @param prompt asks the service to offer other accounts; it may ignore this
 * @throws StorageBlockedError, or whatever `callBff` throws
 */
export async function startSignIn(
	settings: PublicSettings,
	returnTo: string,
	action: PendingAction | null,
	prompt?: 'select_account',
): Promise<void> {
	const client = await createClient(settings);
	// Remove an earlier session's entries now. The new session would remove them later, with this sign-in's state.
	removeFromStorage(tabStorage, null);
	const data: SignInData = { returnTo: localPath(returnTo), action };
	tabStorage.write(returnKey, data.returnTo);
	const { url, state } = await client.createSigninRequest({ state: data, ...(prompt && { prompt }) });
	const login: LoginRequest = { state: state.id };
	await callBff('POST', bffPatterns.login, login);
	// Replaces this history entry, so that Back on the event leads to the list; unless it is the tab's only one.
	if (window.history.length > 1) window.location.replace(url);
	else window.location.assign(url);
}

/** `action` is null if the sign-in is unknown. */
export type CallbackResult = SignInData &
	(
		| { kind: 'signed-in'; session: SignedIn }
		| { kind: 'denied' }
		/** Rejected before any call: unknown or used state, or no code. */
		| { kind: 'rejected'; why: 'mismatch' | 'no-code' }
		/** Rejected by the BFF or the service, or storage is blocked. */
		| { kind: 'failed'; error: unknown }
	);

/** Removes the callback's sign-in from storage and returns it; null if none. */
async function takeSignIn(settings: PublicSettings, url: URL) {
	const client = await createClient(settings);
	// The library throws if the state is unknown.
	const reading = client.readSigninResponseState(url.href, true).catch(() => null);
	const state = (await reading)?.state;
	// The library reads `id;more` as `id`, so check that the state is exact.
	return state?.id === url.searchParams.get('state') ? state : null;
}

export async function completeSignIn(settings: PublicSettings, url: URL): Promise<CallbackResult> {
	let asked: SignInData = { returnTo: tabStorage.read(returnKey) ?? '/', action: null };
	try {
		const signIn = await takeSignIn(settings, url);
		asked = { ...asked, ...(signIn?.data as SignInData | undefined) };
		// A denial may lack a state (gap register, `callback`). It changes nothing, so it needs no check.
		if (url.searchParams.get('error') === 'access_denied') return { kind: 'denied', ...asked };
		if (!signIn) return { kind: 'rejected', why: 'mismatch', ...asked };
		const code = url.searchParams.get('code');
		if (!code) return { kind: 'rejected', why: 'no-code', ...asked };
		const exchange: TokenRequest = {
			grant_type: 'authorization_code',
			code,
			state: signIn.id,
			code_verifier: signIn.code_verifier,
		};
		const session = await callBff<SignedIn>('POST', bffPatterns.token, exchange);
		return { kind: 'signed-in', ...asked, session };
	} catch (error) {
		return { kind: 'failed', error, ...asked };
	}
}
