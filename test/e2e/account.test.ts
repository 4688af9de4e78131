/** The account in the header: an avatar that opens the menu of the signed-in user. */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { accountButton, signIn } from './people.ts';

/** What a screen reader announces about the button, besides its name. */
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

test('the account button shows the user’s avatar, opens a menu by keyboard, and gets the focus back', async ({
	page,
	daybill,
}) => {
	await signIn(page, 'alice');
	await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
	const account = accountButton(page);
	await expect(account.locator('img')).toBeVisible();
	expect(await stateOf(page)).toMatchObject({ expanded: false });
	await account.press('Enter');
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
});
