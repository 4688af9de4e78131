/** Signs in, playing both the web app and the user. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { authorize } from '../sandbox/start-sandbox.ts';
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

/** Signs in as a user of the sandbox. @param uid defaults to alice */
export async function signInAs(browser: Browser, sandbox: { origin: string }, uid?: string): Promise<void> {
	const { state, grant_type } = await beginSignIn(browser);
	const code = await authorize(sandbox, state, uid);
	expect((await browser.post('/auth/token', { grant_type, code, state })).status).toBe(200);
}
