/** One browser whose requests reach several processes, as through a load balancer. */
import { expect } from 'vitest';
import { authorize, type TestSandbox } from '../sandbox/start-sandbox.ts';
import { type Browser, createBrowser } from './browser.ts';
import { newState } from './sign-in.ts';
import { publicUrl } from './start-bff.ts';

/** A new browser, signed in through the BFF at `origin`. @param uid in the sandbox */
export async function signedInAt(
	origin: string,
	sandbox: Pick<TestSandbox, 'origin'>,
	uid?: string,
): Promise<Browser> {
	const browser = createBrowser(origin, publicUrl);
	const state = newState();
	await browser.post('/auth/login', { state });
	const code = await authorize(sandbox, state, uid);
	const response = await browser.post('/auth/token', { grant_type: 'authorization_code', code, state });
	expect(response.status).toBe(200);
	return browser;
}

/** A copy of the browser that sends its requests to another process. */
export const alsoAt = (origin: string, browser: Browser): Browser =>
	createBrowser(origin, publicUrl, browser.cookies);
