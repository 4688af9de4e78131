/** The account in the header: a face that opens what belongs to the signed-in person. */
import type AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { expect, test } from './daybill.ts';
import { accountButton, consent, signIn } from './people.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true });

/** What a screen reader is told of the button, besides its name. */
async function stateOf(page: Page): Promise<Record<string, unknown>> {
	const session = await page.context().newCDPSession(page);
	const { root } = await session.send('DOM.getDocument');
	const { nodeId } = await session.send('DOM.querySelector', {
		nodeId: root.nodeId,
		selector: 'header button[aria-label]',
	});
	const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
	await session.detach();
	return Object.fromEntries((nodes[0]?.properties ?? []).map(({ name, value }) => [name, value.value]));
}

test(
	'the account opens by a key, says so, leads on, and gives the focus back',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
		await signIn(page, 'alice');
		const account = accountButton(page);
		expect(await stateOf(page)).toMatchObject({ expanded: false });
		await account.focus();
		await page.keyboard.press('Enter');
		const menu = page.getByRole('dialog');
		await expect(menu).toMatchAriaSnapshot(`
    - dialog "Alice Lin":
      - paragraph: Alice Lin
      - button "Close"
      - list:
        - listitem:
          - link "My events"
        - listitem:
          - link "Settings"
        - listitem:
          - button "Sign out"
        - listitem:
          - button "Sign out everywhere"
  `);
		expect(await stateOf(page)).toMatchObject({ expanded: true });
		for (const name of ['Close', 'My events', 'Settings', 'Sign out', 'Sign out everywhere']) {
			await page.keyboard.press('Tab');
			await expect(page.locator(':focus')).toHaveAccessibleName(name);
		}
		await page.keyboard.press('Escape');
		await expect(menu).toHaveCount(0);
		await expect(account).toBeFocused();
		await account.click();
		await menu.getByRole('link', { name: 'Settings' }).press('Enter');
		await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
		await expect(menu).toHaveCount(0);
	},
);

test(
	'the account shows the person’s face, and initials where there is no image',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
		await signIn(page, 'alice');
		await expect(accountButton(page).locator('img')).toBeVisible();
		await page.route('**/images/**', (route) => route.fulfill({ status: 204 }));
		await page.reload();
		await expect(accountButton(page)).toHaveText('AL');
	},
);

/** Each at one width; `npm run e2e-full` has both at both. */
const directions = [
	['en-GB', onceOnDesktop],
	['ar', onceOnPhone],
] as const;

for (const [locale, once] of directions) {
	test.describe(`in ${locale}`, once, () => {
		// What is still moving is not in its place.
		test.use({ locale, isShared: true });

		test('the open account fits into the window, its controls are large enough, and axe finds nothing', async ({
			page,
			daybill,
			viewport,
		}) => {
			await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
			await page.locator('header button').click();
			await consent(page, 'Allow');
			const account = page.locator('header button[aria-haspopup]');
			await account.click();
			const box = (await page.locator(':popover-open').boundingBox()) ?? {
				x: -1,
				y: -1,
				width: 0,
				height: 0,
			};
			expect(box.x).toBeGreaterThanOrEqual(0);
			expect(box.x + box.width).toBeLessThanOrEqual(viewport?.width ?? 0);
			expect(box.y + box.height).toBeLessThanOrEqual(viewport?.height ?? 0);
			const controls = [account, ...(await page.locator(':popover-open :is(a, button)').all())];
			for (const control of controls) {
				const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
				expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
			}
			// It takes what the open account covers for something that covers the account. Sizes are measured above.
			const ofAccount = (axe: AxeBuilder) => axe.include('header').disableRules(['target-size']);
			expect(await violationsInBothThemes(page, ofAccount)).toEqual([]);
		});
	});
}
