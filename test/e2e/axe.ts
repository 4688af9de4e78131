/** Violations of WCAG 2.2 AA that axe finds. */
import type { Page } from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';
import { expect } from './daybill.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on the theme. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

interface Narrow {
	/** Selector of the part to check; by default the page. */
	within?: string;
	/** Rules to ignore. */
	without?: readonly string[];
}

/** @returns violations, as `rule: element` */
async function violations(
	page: Page,
	{ within = 'html', without = [] }: Narrow,
	runOnly: RunOnly,
): Promise<string[]> {
	const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
	// For passed rules, axe would spend most of the time on selectors.
	const options: RunOptions = { runOnly, rules, resultTypes: ['violations'] };
	const found = await page.evaluate(
		([selector, given]) => (window as unknown as { axe: typeof axe }).axe.run(selector, given),
		[within, options] as const,
	);
	return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Checks all rules in the light theme, and only those about colors in the dark theme. */
export async function expectAccessible(page: Page, narrow: Narrow = {}): Promise<void> {
	await page.evaluate(axe.source);
	expect(await violations(page, narrow, { type: 'tag', values: tags }), page.url()).toEqual([]);
	await page.emulateMedia({ colorScheme: 'dark' });
	expect(await violations(page, narrow, { type: 'rule', values: rulesOfColors }), 'dark theme').toEqual([]);
	await page.emulateMedia({ colorScheme: 'light' });
}
