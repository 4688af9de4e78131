/** A real BFF in front of a simulated service, configured as an operator would. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBff } from '../../src/bff/app.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { createBrowser } from '../bff/browser.ts';
import { writeWeb } from '../bff/settings-for.ts';
import { application, type LawfulService } from './service/start-service.ts';
import type { Variant } from './variant.ts';

/** Origin that browsers know. */
export const publicUrl = new URL(application.redirectUri).origin;

export async function startDaybill({ operator }: Variant, service: LawfulService) {
	const webDir = await mkdtemp(path.join(tmpdir(), 'daybill-lawful-'));
	await writeWeb(webDir);
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
	const running = await startBff({ ...bff, dataDir: ':memory:', webDir, clock: service.now });
	return {
		/** A separate browser, signed out. */
		browser: () => createBrowser(running.origin, publicUrl),
		async close() {
			await running.close();
			await rm(webDir, { recursive: true, force: true });
		},
	};
}
