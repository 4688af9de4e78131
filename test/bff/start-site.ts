/** A BFF in front of a fake service, and a browser that uses it. */
import type { BffSettings } from '../../src/bff/settings.ts';
import { startFakeService } from './fake-service.ts';
import { signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

/** The browser is signed out. */
export async function startSite(settings: Partial<BffSettings> = {}) {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, settings);
	return { service, bff, browser: bff.browser() };
}

/** The browser is signed in, and `service.calls` is empty. */
export async function startSignedIn(settings: Partial<BffSettings> = {}) {
	const site = await startSite(settings);
	await signInWithCode(site.browser);
	site.service.calls.length = 0;
	return site;
}
