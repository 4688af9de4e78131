/**
 * Sign-in with oidc-client-ts, loaded on demand: the library creates and checks `state`, the BFF exchanges the code.
 * The return path and pending action are stored under the `state`.
 */
import type { PublicSettings } from '../../../contract/bff-api/page-data.ts';
import type { LoginRequest, TokenRequest } from '../../../contract/bff-api/session.ts';
import { bffPatterns, pagePatterns } from '../../../contract/paths.ts';
import { callBff } from '../call.ts';
import { StorageBlockedError, tabStorage } from '../storage.ts';
import { type PendingAction, readPendingAction } from './pending-action.ts';
import { removeFromStorage } from './session-data.ts';
import type { SignedIn } from './session-queries.ts';

const anyOrigin = 'http://here';

/** The path as seen behind a proxy that decodes it first. */
const decodeSeparators = (path: string): string => path.replaceAll(/%2f|%5c/gi, '/').replaceAll(/%2e/gi, '.');

/** Where to return after a sign-in: the path if it is local, or `/` if it could be read as another site. */
export function localPath(value: unknown): string {
	const isLocal = typeof value === 'string' && /^\/(?!\/|%5c|%2f|%09|\.\.)[^\\\p{Cc}]*$/iu.test(value);
	const url = isLocal ? URL.parse(value, anyOrigin) : null;
	if (!isLocal || url?.origin !== anyOrigin) return '/';
	// Resolving removes dot segments: `/.//e` becomes `//e`, which is another site when resolved again.
	const [path = ''] = value.split(/[?#]/, 1);
	const resolved = URL.parse(decodeSeparators(path), anyOrigin);
	const isOtherSite = resolved?.origin !== anyOrigin || resolved.pathname.startsWith('//');
	// The callback page only works with a code.
	return isOtherSite || url.pathname === pagePatterns.callback ? '/' : value;
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
 * @param prompt makes a service that knows it offer other accounts
 * @throws StorageBlockedError, or whatever `callBff` throws
 */
export async function startSignIn(
	settings: PublicSettings,
	returnTo: string,
	action: PendingAction | null,
	prompt?: 'select_account',
): Promise<void> {
	const client = await createClient(settings);
	// Otherwise the next session would remove this sign-in's own state. Other tabs keep theirs until then.
	removeFromStorage(tabStorage, null);
	const data: SignInData = { returnTo: localPath(returnTo), action };
	tabStorage.write(returnKey, data.returnTo);
	const { url, state } = await client.createSigninRequest({ state: data, ...(prompt && { prompt }) });
	const login: LoginRequest = { state: state.id };
	await callBff('POST', bffPatterns.login, login);
	// Replaced, so that Back leads from the event to the list. From a tab's first page, Back on the service's must return.
	if (window.history.length > 1) window.location.replace(url);
	else window.location.assign(url);
}

/** The action is null if the sign-in is unknown. */
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
	const { state } = await client.readSigninResponseState(url.href, true).catch((error: unknown) => {
		// The library throws a plain Error if the state is unknown.
		if (error instanceof Error) return { state: null };
		throw error;
	});
	// The library reads `id;more` as `id`, so check that the state is exact.
	if (state === null || state.id !== url.searchParams.get('state')) return null;
	const { returnTo, action } = (state.data ?? {}) as { returnTo?: unknown; action?: unknown };
	return {
		id: state.id,
		codeVerifier: state.code_verifier,
		returnTo: localPath(returnTo),
		action: readPendingAction(action),
	};
}

export async function completeSignIn(settings: PublicSettings, url: URL): Promise<CallbackResult> {
	const lastPath = localPath(tabStorage.read(returnKey));
	let signIn: Awaited<ReturnType<typeof takeSignIn>>;
	try {
		signIn = await takeSignIn(settings, url);
	} catch (error) {
		return { kind: 'failed', error, returnTo: lastPath, action: null };
	}
	const { returnTo = lastPath, action = null } = signIn ?? {};
	const asked = { returnTo, action };
	// A denial may lack a state (gap register, `callback`). It changes nothing, so it needs no check.
	if (url.searchParams.get('error') === 'access_denied') return { kind: 'denied', ...asked };
	if (signIn === null) return { kind: 'rejected', why: 'mismatch', ...asked };
	const code = url.searchParams.get('code');
	if (!code) return { kind: 'rejected', why: 'no-code', ...asked };
	try {
		const exchange: TokenRequest = {
			grant_type: 'authorization_code',
			code,
			state: signIn.id,
			code_verifier: signIn.codeVerifier,
		};
		const session = await callBff<SignedIn>('POST', bffPatterns.token, exchange);
		return { kind: 'signed-in', ...asked, session };
	} catch (error) {
		return { kind: 'failed', error, ...asked };
	}
}
