/** A real BFF in front of a service of the matrix, set as an operator would set it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBff } from '../../../src/bff/app.ts';
import type { RunningServer } from '../../../src/bff/http/server.ts';
import { readSettings } from '../../../src/cli/settings.ts';
import { type Browser, createBrowser } from '../../bff/browser.ts';
import { application, type LawfulService } from '../service/start-service.ts';
import type { Variant } from '../variant.ts';

const publicUrl = new URL(application.redirectUri).origin;

const indexHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><!--head--><title>Daybill</title></head>
<body><div id="root"></div><!--page-data--><script type="module" src="/assets/app.js"></script></body></html>`;

/** A web app of one page, for where the real one is not built. @returns its folder */
export async function pageOnly(): Promise<{ folder: string; remove: () => Promise<void> }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-lawful-'));
	await mkdir(path.join(folder, '.vite'));
	const manifest = { 'src/web/app/start.ts': { file: 'assets/start.js' } };
	await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
	await writeFile(path.join(folder, 'index.html'), indexHtml);
	return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface Daybill extends Pick<RunningServer, 'close'> {
	/** Origin that browsers know. */
	readonly publicUrl: string;
	/** A browser of its own, signed out. */
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
