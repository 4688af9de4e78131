/** Programs that the tests start, besides Node. On Debian `npm test` installs missing ones. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';

export interface Program {
	/** Names of the executable file; the first one found is used. */
	names: readonly string[];
	/** Variable with the path of the executable file, which has priority. */
	override: string;
	debianPackage: string;
	/** Where else the executable file may be, outside of PATH. */
	paths?: readonly string[];
}

export const redis: Program = {
	names: ['redis-server', 'valkey-server', 'memurai'],
	override: 'REDIS_SERVER_PATH',
	debianPackage: 'redis-server',
};

/** Chromium without a UI: needs a third of the CPU time per page. It has no back/forward cache. */
export const headlessShell: Program = {
	names: ['chromium-headless-shell', 'chrome-headless-shell'],
	override: 'CHROMIUM_PATH',
	debianPackage: 'chromium-headless-shell',
};

/** A full build of Chromium, as users have. */
export const wholeChromium: Program = {
	names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
	override: 'CHROMIUM_PATH',
	debianPackage: 'chromium',
	paths: [
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
		'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
		playwrightChromium.executablePath(),
	],
};

/** Prefers the headless shell, which most tests can use. */
export const chromium: Program = {
	...wholeChromium,
	names: [...headlessShell.names, ...wholeChromium.names],
};

export const firefox: Program = {
	names: ['firefox-esr', 'firefox'],
	override: 'FIREFOX_PATH',
	debianPackage: 'firefox-esr',
	paths: [
		'/Applications/Firefox.app/Contents/MacOS/firefox',
		'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
	],
};

export const webkitDriver: Program = {
	names: ['WebKitWebDriver'],
	override: 'WEBKIT_DRIVER_PATH',
	debianPackage: 'webkit2gtk-driver',
};

export const xvfb: Program = { names: ['Xvfb'], override: 'XVFB_PATH', debianPackage: 'xvfb' };

/** Checks the alert rules. */
export const promtool: Program = {
	names: ['promtool'],
	override: 'PROMTOOL_PATH',
	debianPackage: 'prometheus',
};

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function inPath(name: string): string | undefined {
	const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
	return (process.env.PATH ?? '')
		.split(path.delimiter)
		.filter((folder) => folder !== '')
		.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)))
		.find(isExecutable);
}

/** @returns the path of its executable file, or undefined */
export function findProgram({ names, override, paths = [] }: Program): string | undefined {
	return (
		process.env[override] || names.map(inPath).find((file) => file !== undefined) || paths.find(isExecutable)
	);
}

export const needed: readonly Program[] = [wholeChromium, redis, promtool];

export const hasApt = inPath('apt-get') !== undefined;

/** Other systems have different packages of WebKit, or none. */
export const needsWebkit = hasApt || findProgram(webkitDriver) !== undefined;

/** How to get missing programs, in a sentence. */
export function remedyOf(missing: readonly Program[]): string {
	const packages = missing.map(({ debianPackage }) => debianPackage).join(' ');
	const install = hasApt ? `Run \`sudo apt-get install ${packages}\`` : `Install ${packages}`;
	return `${install}, or set ${missing.map(({ override }) => override).join(', ')} to the path of the executable file.`;
}

/** @returns the path of its executable file @throws Error with the remedy if there is none */
export function pathOf(program: Program): string {
	const found = findProgram(program);
	if (found === undefined) throw new Error(`${program.debianPackage} is missing. ${remedyOf([program])}`);
	return found;
}
