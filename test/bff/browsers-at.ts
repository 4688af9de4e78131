/** One browser whose requests reach several processes, as through a load balancer. */
import { type Browser, createBrowser } from './browser.ts';
import { signInAs } from './sign-in.ts';
import { publicUrl } from './start-bff.ts';

/** A new browser, signed in through the BFF at `origin`. @param uid in the sandbox */
export async function signedInAt(origin: string, sandbox: { origin: string }, uid?: string) {
	const browser = createBrowser(origin, publicUrl);
	await signInAs(browser, sandbox, uid);
	return browser;
}

/** A copy of the browser that sends its requests to another process. */
export const alsoAt = (origin: string, browser: Browser): Browser =>
	createBrowser(origin, publicUrl, browser.cookies);
