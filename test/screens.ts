/**
 * `npm run screens`: takes screenshots of every page at phone and laptop width, and of some on a wide screen, in both
 * themes, into docs/screens; and the images of README and brands. `-- --pages` or `-- --brands` takes only these. Half
 * of the texts are Chinese: without a Chinese font (Debian: fonts-noto-cjk) the screenshots show boxes.
 */
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import playwrightConfig from '../playwright.config.ts';
import { readBrand } from '../src/bff/brand/read-brand.ts';
import { startDaybill } from './e2e/daybill.ts';
import { signIn } from './e2e/people.ts';
import { beginWith } from './e2e/person.ts';

const screens = path.resolve(import.meta.dirname, '../docs/screens');
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
		await page.screenshot({ path: path.join(screens, `${name}-${suffix}.png`) });
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
	await copyFile(path.join(screens, 'list-signed-in-desktop-light.png'), path.join(screens, 'readme.png'));
}

const samples = path.resolve(import.meta.dirname, '../examples/brands');
const gap = 24;
const height = 800;
/** What a row of a sheet shows, from left to right. */
const shots = [
	{ path: '/cities/beijing', width: 1200 },
	{ path: '/events/10000002', width: 390 },
];
const rowWidth = shots.reduce((sum, { width }) => sum + width + gap, 0);
/** A sheet has two columns, one per locale, and is scaled to half its size. */
const sheetWidth = rowWidth;

interface Look {
	locale: 'en' | 'ar';
	colorScheme: 'light' | 'dark';
}

async function takeRow(browser: Browser, url: string, look: Look, place: { left: number; top: number }) {
	const row: OverlayOptions[] = [];
	let { left } = place;
	for (const shot of shots) {
		const context = await browser.newContext({ viewport: { width: shot.width, height }, ...look });
		const page = await context.newPage();
		await page.goto(url + shot.path, { waitUntil: 'networkidle' });
		row.push({ input: await page.screenshot(), left, top: place.top });
		left += shot.width + gap;
		await context.close();
	}
	return row;
}

/** A site that is always dark has one row. */
const schemesOf = ({ isDark }: { isDark: boolean }) =>
	(isDark ? ['dark'] : ['light', 'dark']) as Look['colorScheme'][];

/** For docs/branding.md: per sample brand, a sheet of screenshots and a link preview of an event. */
async function takeBrands(browser: Browser): Promise<void> {
	const folder = path.join(screens, 'brands');
	await mkdir(folder, { recursive: true });
	for (const name of readdirSync(samples)) {
		const brandDir = path.join(samples, name);
		const daybill = await startDaybill({ BRAND_DIR: brandDir });
		const schemes = schemesOf(await readBrand(brandDir));
		const rows: OverlayOptions[] = [];
		for (const [line, colorScheme] of schemes.entries())
			for (const [column, locale] of (['en', 'ar'] as const).entries()) {
				const place = { left: gap + column * rowWidth, top: gap + line * (height + gap) };
				rows.push(...(await takeRow(browser, daybill.url, { locale, colorScheme }, place)));
			}
		const size = { width: gap + 2 * rowWidth, height: gap + schemes.length * (height + gap) };
		const sheet = sharp({ create: { ...size, channels: 3, background: '#808080' } }).composite(rows);
		await sharp(await sheet.png().toBuffer())
			.resize({ width: sheetWidth })
			.webp({ quality: 70 })
			.toFile(path.join(folder, `${name}.webp`));
		const preview = await fetch(`${daybill.url}/previews/en/10000002.jpg`);
		await writeFile(path.join(folder, `${name}-preview.jpg`), Buffer.from(await preview.arrayBuffer()));
		await daybill.stop();
	}
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
if (isTaken('brands')) await takeBrands(browser);
await browser.close();
console.log(`Screenshots are in ${path.relative(process.cwd(), screens)}`);
process.exit(0);
