/** Signs in, playing both the web app and the user. */
import { randomBytes } from 'node:crypto';
import type { Browser } from './browser.ts';

/** A state as the web app generates it. */
export function newState(): string {
	return randomBytes(16).toString('hex');
}

/** Begins a sign-in. @returns the body that completes it */
export async function beginSignIn(browser: Browser, code = 'code-1') {
	const state = newState();
	await browser.post('/auth/login', { state });
	return { grant_type: 'authorization_code', code, state };
}

/** Begins a sign-in and completes it with a code that the fake service accepts. */
export async function signInWithCode(browser: Browser, code = `code-${newState()}`): Promise<Response> {
	return browser.post('/auth/token', await beginSignIn(browser, code));
}
