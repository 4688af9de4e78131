/** `npm run screens`: takes every screen at both widths and in both themes into docs/screens, and the README's picture. */
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import playwrightConfig from '../playwright.config.ts';
import buildWebOnce from './e2e/build-web.ts';
import { newcomer, startDaybill } from './e2e/daybill.ts';
import { signIn } from './e2e/people.ts';

const folder = path.resolve(import.meta.dirname, '../docs/screens');
const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const screens = {
	cities: '/cities',
	list: '/cities/beijing?day_type=weekend',
	event: '/events/10000002',
	search: '/cities/beijing?day_type=future&q=%E9%92%A2%E7%90%B4',
	map: '/cities/beijing?day_type=week&view=map',
	calendar: '/cities/beijing?view=calendar',
	'my-events': '/me/wished',
	developers: '/developers',
	settings: '/settings',
};

async function takeAll(browser: Browser, url: string): Promise<void> {
	for (const [device, viewport] of Object.entries(widths)) {
		for (const colorScheme of ['light', 'dark'] as const) {
			const page = await browser.newPage({
				viewport,
				colorScheme,
				locale: colorScheme === 'dark' ? 'zh-CN' : 'en-GB',
			});
			const take = (name: string) =>
				page.screenshot({ path: path.join(folder, `${name}-${device}-${colorScheme}.png`) });
			for (const [name, address] of Object.entries(screens)) {
				await page.goto(url + address, { waitUntil: 'networkidle' });
				await take(name);
			}
			await page.close();
		}
	}
	const page = await browser.newPage({ viewport: widths.desktop, locale: 'en-GB' });
	await page.goto(`${url}/events/10000002`);
	await signIn(page);
	await page.getByRole('button', { name: 'Join', exact: true }).click();
	await page.getByRole('button', { name: 'Leave', exact: true }).waitFor();
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path: path.join(folder, 'event-signed-in-desktop-light.png') });
	await page.goto(`${url}/cities/beijing?day_type=weekend`, { waitUntil: 'networkidle' });
	await page.screenshot({ path: path.join(folder, 'readme.png') });
	await page.close();
}

await buildWebOnce();
const daybill = await startDaybill();
await daybill.control('POST', '/users', newcomer);
const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {});
await takeAll(browser, daybill.url);
await browser.close();
await daybill.stop();
console.log(`Screens are in ${path.relative(process.cwd(), folder)}`);
process.exit(0);
