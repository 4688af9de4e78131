/** Two processes that act as one, and browsers that are signed in at the sandbox. */
import type { BffSettings } from '../../src/bff/settings.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { createBrowser } from './browser.ts';
import { signInAs } from './sign-in.ts';
import { publicUrl, startTestBff } from './start-bff.ts';

/** Keys that the processes share, so that they share sessions. */
export const sessionKeys = ['A'.repeat(43)];

/** Two BFFs on one Redis that call the sandbox through a recording proxy. */
export async function startTwo(redisUrl: string, settings: Partial<BffSettings> = {}) {
	const sandbox = await startTestSandbox();
	const { origin, calls } = await startRecordingProxy(sandbox.origin);
	const shared = { redisUrl, sessionKeys, ...settings };
	const [first, second] = [await startTestBff(origin, shared), await startTestBff(origin, shared)];
	return { sandbox, calls, bffs: [first, second], first, second };
}

/** A new browser, signed in through the BFF at `origin`. @param uid in the sandbox */
export async function signedInAt(origin: string, sandbox: { origin: string }, uid?: string) {
	const browser = createBrowser(origin, publicUrl);
	await signInAs(browser, sandbox, uid);
	return browser;
}
