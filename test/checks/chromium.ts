/** The browser of the tests: one that the system installed, or the one that Playwright installs. */
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';
import type { Environment, Program } from './programs.ts';

const windowsFolders = (environment: Environment) =>
	['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);

export const chromium: Program = {
	names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
	override: 'CHROMIUM_PATH',
	debianPackage: 'chromium',
	packages: { brew: '--cask google-chrome', winget: 'Google.Chrome' },
	otherwise: '`npx playwright install chromium`',
	places: (environment) => [
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
		'/Applications/Chromium.app/Contents/MacOS/Chromium',
		...windowsFolders(environment).flatMap((folder) => [
			path.join(folder, 'Google/Chrome/Application/chrome.exe'),
			path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
		]),
		playwrightChromium.executablePath(),
	],
};
