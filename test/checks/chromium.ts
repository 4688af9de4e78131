/** The browser of the tests: one that the system installed, or the one that Playwright installs. */
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';
import type { Environment, Program } from './programs.ts';

const windowsFolders = (environment: Environment) =>
	['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);

/** Chromium without windows: a page takes a third of the processor's time. It has no cache for Back and Forward. */
export const headlessShell: Program = {
	names: ['chromium-headless-shell', 'chrome-headless-shell'],
	override: 'CHROMIUM_PATH',
	debianPackage: 'chromium-headless-shell',
};

/** Chromium as people have it. */
export const wholeChromium: Program = {
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

/** The headless shell, else Chromium: most tests see no difference. */
export const chromium: Program = {
	...wholeChromium,
	names: [...headlessShell.names, ...wholeChromium.names],
};
