/** A BFF in front of a fake service, and a browser that uses it. */
import type { BffSettings } from '../../src/bff/settings.ts';
import { type FakeService, startFakeService } from './fake-service.ts';
import { signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

/** Settings of the BFF, and the handler of the service. */
type Site = Partial<BffSettings> & Partial<Pick<FakeService, 'handler'>>;

/** The browser is signed out. */
export async function startSite({ handler, ...settings }: Site = {}) {
	const service = await startFakeService();
	service.handler = handler ?? service.handler;
	const bff = await startTestBff(service.origin, settings);
	return { service, bff, browser: bff.browser() };
}

/** The browser is signed in, and `service.calls` is empty. */
export async function startSignedIn({ handler, ...settings }: Site = {}) {
	const site = await startSite(settings);
	await signInWithCode(site.browser);
	site.service.handler = handler ?? site.service.handler;
	site.service.calls.length = 0;
	return site;
}
