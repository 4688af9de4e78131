/** BFF settings as plain data, and a web app to serve; usable without the test runner. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BffSettings } from '../../src/bff/settings.ts';
import { demoApplication } from '../../src/servers/sandbox-defaults.ts';
import { readSettings } from '../../src/servers/settings.ts';

/** Origin at which the tests' browsers reach every BFF, regardless of its port. */
export const publicUrl = 'http://localhost:3000';

/** @param settings take precedence; data stays in memory unless they set `dataDir` */
export function settingsFor(
	serviceOrigin: string,
	settings: Partial<BffSettings> & Pick<BffSettings, 'webDir'>,
): BffSettings {
	const { bff } = readSettings({
		PORT: '0',
		PUBLIC_URL: publicUrl,
		EVENTS_BASE_URL: serviceOrigin,
		EVENTS_AUTH_URL: serviceOrigin,
		EVENTS_NAME: 'Events Sandbox',
		OAUTH_CLIENT_ID: demoApplication.clientId,
		OAUTH_CLIENT_SECRET: demoApplication.clientSecret,
		VISITOR_LIMITS: 'off',
		VISITOR_CALLS: 'off',
		MAP_TILE_URL: 'https://tile.example/{z}/{x}/{y}.png',
		LOG_LEVEL: 'silent',
	});
	return { ...bff, storePrefix: 'daybill:', dataDir: ':memory:', ...settings };
}

const script = 'app-abc123.js';
const indexHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><script data-start>start()</script><!--head--><title>Daybill</title></head>
<body><div id="root"></div><!--page-data--><script type="module" src="/assets/${script}"></script></body></html>`;

/** Writes a web app of one page and one script, laid out like a build. */
export async function writeWeb(folder: string): Promise<void> {
	await mkdir(path.join(folder, 'assets'), { recursive: true });
	await writeFile(path.join(folder, 'index.html'), indexHtml);
	await writeFile(path.join(folder, 'icon.svg'), '<svg/>');
	const code = `export const app = ${JSON.stringify('x'.repeat(3000))};\n`;
	await writeFile(path.join(folder, 'assets', script), code);
}
