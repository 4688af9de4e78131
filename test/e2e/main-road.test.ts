import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { confirmed, consent, findTomorrowsMusic, going, join, leave } from './people.ts';
import { onPhone } from './widths.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The card of an event in a list. */
const linkTo = (page: Page, event: string) => page.locator(`main a[href="${event}"]`);

const joinButton = { name: 'Join', exact: true } as const;

test(
	'a user finds an event, marks it, joins it with a date, sees it in My events, and leaves it',
	onPhone,
	async ({ page, daybill }) => {
		const event = await findTomorrowsMusic(page, daybill.url);
		const interested = page.getByRole('button', { name: 'Interested', exact: true });

		await interested.click();
		await confirmed(page, () => consent(page, 'Allow'));
		await expect(page).toHaveURL(/\/events\/\d+$/);
		await expect(interested).toHaveAttribute('aria-pressed', 'true');
		await page.goto(`${daybill.url}/me/wished`);
		await linkTo(page, event).click();
		await expect(interested).toHaveAttribute('aria-pressed', 'true');

		await confirmed(page, () => join(page));
		await expect(page.getByRole('button', going)).toBeVisible();

		await page.goto(`${daybill.url}/me/participated`);
		await linkTo(page, event).click();
		await confirmed(page, () => leave(page));
		await expect(page.getByRole('button', joinButton)).toBeVisible();

		await page.goto(`${daybill.url}/me/participated`);
		await expect(page.getByText('No events yet.')).toBeVisible();
	},
);
