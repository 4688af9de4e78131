/** Images for docs/branding.md: per sample brand, a sheet of screenshots and a link preview of an event. */
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { readBrand } from '../src/bff/brand/read-brand.ts';
import { startDaybill } from './e2e/daybill.ts';

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

/** @param folder for the images */
export async function takeBrands(browser: Browser, folder: string): Promise<void> {
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
