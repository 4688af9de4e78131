/** What axe finds against WCAG 2.2 AA. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './daybill.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on the theme. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

type Narrow = (axe: AxeBuilder) => AxeBuilder;

/** @returns violations, as `rule: element` */
async function violations(page: Page, narrow: Narrow): Promise<string[]> {
	// No page has frames, whose results it would otherwise put together in a page of its own.
	const found = await narrow(new AxeBuilder({ page }).setLegacyMode()).analyze();
	return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Expects no violation in the light theme, nor one of colors in the dark theme. @param narrow by default all of the page */
export async function expectAccessible(page: Page, narrow: Narrow = (axe) => axe): Promise<void> {
	await page.emulateMedia({ colorScheme: 'light' });
	expect(await violations(page, (axe) => narrow(axe).withTags(tags)), page.url()).toEqual([]);
	await page.emulateMedia({ colorScheme: 'dark' });
	expect(await violations(page, (axe) => narrow(axe).withRules(rulesOfColors)), 'dark theme').toEqual([]);
}
