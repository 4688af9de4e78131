/** A real BFF in front of a simulated service, configured as an operator would. */
import { startBff } from '../../../src/bff/app.ts';
import type { RunningServer } from '../../../src/bff/http/server.ts';
import { readSettings } from '../../../src/cli/settings.ts';
import { type Browser, createBrowser } from '../../bff/browser.ts';
import { application, type LawfulService } from '../service/start-service.ts';
import type { Variant } from '../variant.ts';

const publicUrl = new URL(application.redirectUri).origin;

export interface Daybill extends Pick<RunningServer, 'close'> {
	/** Origin that browsers know. */
	readonly publicUrl: string;
	/** A separate browser, signed out. */
	browser(): Browser;
}

/** @param webDir folder of the built web app */
export async function startDaybill(
	{ operator }: Variant,
	service: LawfulService,
	webDir: string,
): Promise<Daybill> {
	const { bff } = readSettings({
		PORT: '0',
		PUBLIC_URL: publicUrl,
		EVENTS_BASE_URL: service.baseUrl,
		EVENTS_AUTH_URL: service.authUrl,
		OAUTH_CLIENT_ID: application.clientId,
		OAUTH_CLIENT_SECRET: application.clientSecret,
		OAUTH_TOKEN_PARAMS: operator?.tokenParams,
		EVENTS_TIME_ZONE: operator?.timeZone,
		EVENTS_PAGE_SIZE: operator?.pageSize,
		VISITOR_LIMITS: 'off',
		LOG_LEVEL: 'silent',
	});
	const running = await startBff({
		...bff,
		dataDir: ':memory:',
		webDir,
		clock: service.now,
	});
	return {
		publicUrl,
		browser: () => createBrowser(running.origin, publicUrl),
		close: () => running.close(),
	};
}
