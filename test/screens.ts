/**
 * `npm run screens`: takes screenshots of every page at phone and laptop width, and of some on a wide screen, in both
 * themes, into docs/screens; and the images of README and brands. `-- --pages` or `-- --brands` takes only these. Half
 * of the texts are Chinese: without a Chinese font (Debian: fonts-noto-cjk) the screenshots show boxes.
 */
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import playwrightConfig from '../playwright.config.ts';
import { takeBrands } from './brand-screens.ts';
import { startDaybill } from './e2e/daybill.ts';
import { signIn } from './e2e/people.ts';
import { beginWith } from './e2e/person.ts';

const folder = path.resolve(import.meta.dirname, '../docs/screens');
const widths = {
	phone: { width: 390, height: 844 },
	desktop: { width: 1440, height: 900 },
	wide: { width: 1920, height: 1080 },
};
/** Pages that use the width of a wide screen. */
const widePages = ['front', 'list', 'event', 'map', 'front-signed-in', 'my-events-signed-in'];
const pages = {
	cities: '/cities',
	front: '/cities/beijing',
	list: '/cities/beijing?day_type=weekend',
	event: '/events/10000002',
	search: '/cities/beijing/search?q=%E9%92%A2%E7%90%B4',
	map: '/cities/beijing?day_type=week&view=map',
	calendar: '/cities/beijing?view=calendar',
	'my-events': '/me/wished',
	'not-found': '/nowhere',
	developers: '/developers',
	settings: '/settings',
};

/** Pages that look different after signing in. */
const signedInPages = {
	'front-signed-in': '/cities/beijing',
	'list-signed-in': '/cities/beijing?day_type=weekend',
	'event-signed-in': '/events/10000002',
	'my-events-signed-in': '/me/participated',
	'user-signed-in': '/users/1001/created',
	'settings-signed-in': '/settings',
};

/** Signs in a user who joins one event. @returns the storage state with their cookies */
async function takePart(browser: Browser, url: string) {
	const context = await browser.newContext({ locale: 'en-GB' });
	const page = await context.newPage();
	await page.goto(`${url}/events/10000002`);
	await signIn(page);
	await page.getByRole('button', { name: 'Join', exact: true }).click();
	await page.getByRole('button', { name: /^Going/ }).waitFor();
	await page.goto(`${url}/cities/beijing?day_type=weekend`);
	await page.waitForLoadState('networkidle');
	const state = await context.storageState();
	await context.close();
	return state;
}

async function take(context: BrowserContext, url: string, paths: Record<string, string>, suffix: string) {
	const page = await context.newPage();
	for (const [name, pagePath] of Object.entries(paths)) {
		if (suffix.startsWith('wide') && !widePages.includes(name)) continue;
		await page.goto(url + pagePath, { waitUntil: 'networkidle' });
		await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`) });
	}
	await context.close();
}

async function takeAll(browser: Browser, url: string): Promise<void> {
	const storageState = await takePart(browser, url);
	for (const [device, viewport] of Object.entries(widths)) {
		for (const colorScheme of ['light', 'dark'] as const) {
			const options = { viewport, colorScheme, locale: colorScheme === 'dark' ? 'zh-CN' : 'en-GB' };
			const suffix = `${device}-${colorScheme}`;
			await take(await browser.newContext(options), url, pages, suffix);
			await take(await browser.newContext({ ...options, storageState }), url, signedInPages, suffix);
		}
	}
	await copyFile(path.join(folder, 'list-signed-in-desktop-light.png'), path.join(folder, 'readme.png'));
}

const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {});
const only = ['pages', 'brands'].filter((part) => process.argv.includes(`--${part}`));
const isTaken = (part: string) => only.length === 0 || only.includes(part);
if (isTaken('pages')) {
	const daybill = await startDaybill();
	beginWith(daybill);
	await takeAll(browser, daybill.url);
	await daybill.stop();
}
if (isTaken('brands')) await takeBrands(browser, path.join(folder, 'brands'));
await browser.close();
console.log(`Screenshots are in ${path.relative(process.cwd(), folder)}`);
process.exit(0);
