/** What axe finds against WCAG 2.2 AA. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isFull } from './widths.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on the theme. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

/** @param look narrows what is looked at @returns what it finds, as `rule: element` */
async function found(page: Page, look: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
	// No page has frames, whose results it would otherwise put together in a page of its own.
	const { violations } = await look(new AxeBuilder({ page }).setLegacyMode()).analyze();
	return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

export const violations = (page: Page): Promise<string[]> => found(page, (axe) => axe.withTags(tags));

/**
 * The same in the light and in the dark theme, each with its name; what does not depend on colors is looked at once, in
 * `npm run e2e-full` twice.
 *
 * @param narrow what to look at, if not all of the page by all rules
 */
export async function violationsInBothThemes(
	page: Page,
	narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<string[]> {
	await page.emulateMedia({ colorScheme: 'light' });
	const light = await found(page, (axe) => narrow(axe).withTags(tags));
	await page.emulateMedia({ colorScheme: 'dark' });
	const dark = await found(page, (axe) =>
		isFull ? narrow(axe).withTags(tags) : narrow(axe).withRules(rulesOfColors),
	);
	return [...light.map((each) => `light: ${each}`), ...dark.map((each) => `dark: ${each}`)];
}
