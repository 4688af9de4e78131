import { expect, test } from './daybill.ts';
import { consent, goingCount, relationIsKnown, signIn } from './people.ts';
import { findSeeded, nightsOf } from './seeded.ts';

const join = { name: 'Join', exact: true } as const;
const leave = { name: 'Leave', exact: true } as const;
/** The call that a fault applies to. */
const joining = { method: 'POST', path: '/v2/event/10000002/participants' };
const interested = { name: 'Interested', exact: true } as const;

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

test('the chosen day is one of the event’s, can be left open, and can be changed', async ({
	page,
	daybill,
}) => {
	const event = await findSeeded(daybill, (each) => nightsOf(each) >= 2 && nightsOf(each) < 7);
	await page.goto(`${daybill.url}/events/${event.id}`);
	await signIn(page);
	const days = page.getByRole('radio');
	await expect(days).toHaveCount(nightsOf(event) + 2);
	await expect(page.getByRole('radio', { name: 'Not sure yet' })).toBeChecked();
	const sent: (string | null)[] = [];
	page.on('request', (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (request.method() === 'POST' && pathname.endsWith('/participants'))
			sent.push(searchParams.get('participate_date'));
	});
	await page.getByRole('button', join).click();
	await expect(
		page.getByRole('region', { name: 'Your plans' }).getByText('Going', { exact: true }),
	).toBeVisible();
	await days.nth(1).check({ force: true });
	await expect(page.getByText('Day changed.')).toBeVisible();
	const second = new Date(Date.parse(`${event.begin_time.slice(0, 10)}T00:00:00Z`) + 86_400_000);
	expect(sent).toEqual([null, second.toISOString().slice(0, 10)]);
});

test('a join can be undone at once, and a double click joins once', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	const before = await goingCount(page);
	// Both presses at once, at the same place: a machine that is busy must not make two presses of them.
	await page.getByRole('button', join).evaluate((button) => {
		const { x, y, width, height } = button.getBoundingClientRect();
		for (let press = 0; press < 2; press++) {
			const target = document.elementFromPoint(x + width / 2, y + height / 2);
			if (target instanceof HTMLElement) target.click();
		}
	});
	await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
	await expect.poll(() => goingCount(page)).toBe(before + 1);
	await page.reload();
	await expect(page.getByRole('button', leave)).toBeVisible();
	expect(await goingCount(page)).toBe(before + 1);
	await page.getByRole('button', leave).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('You’re going.', { exact: true })).toBeVisible();
	await expect(page.getByRole('button', leave)).toBeVisible();
	await expect.poll(() => goingCount(page)).toBe(before + 1);
});

test('a rejected change is undone with an explanation, and can be retried', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	const before = await goingCount(page);
	await daybill.control('POST', '/faults', { ...joining, code: 999, times: 1 });
	await page.getByRole('button', join).click();
	const bar = page.getByText(/^Couldn’t save your change\. That didn’t work/);
	await expect(bar).toBeVisible();
	await expect(page.getByRole('button', join)).toBeVisible();
	expect(await goingCount(page)).toBe(before);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('button', leave)).toBeVisible();
	await expect.poll(() => goingCount(page)).toBe(before + 1);
});

test('without a network the app says clearly that nothing was saved', async ({ page, daybill, context }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	await relationIsKnown(page);
	await page.waitForLoadState('networkidle');
	await context.setOffline(true);
	await page.getByRole('button', interested).click();
	await expect(page.getByText(/^Couldn’t save your change\. Can’t connect\./)).toBeVisible();
	await expect(page.getByRole('button', interested)).toHaveAttribute('aria-pressed', 'false');
	await context.setOffline(false);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('button', interested)).toHaveAttribute('aria-pressed', 'true');
});

test('a slow response does not undo what was pressed after its request', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	const before = await goingCount(page);
	await daybill.control('POST', '/faults', { ...joining, delay_ms: 1500, times: 1 });
	await page.getByRole('button', join).click();
	await expect(page.getByRole('button', leave)).toBeVisible();
	await page.waitForTimeout(400); // Longer than a double click.
	await page.getByRole('button', leave).click();
	await expect(page.getByText('You’re no longer going.')).toBeVisible();
	await expect(page.getByRole('button', join)).toBeVisible();
	await expect.poll(() => goingCount(page)).toBe(before);
	await page.reload();
	await relationIsKnown(page);
	expect(await goingCount(page)).toBe(before);
});

test('an event joined in one tab is joined in the other, and in lists', async ({
	page,
	daybill,
	context,
}) => {
	const event = `${daybill.url}/events/10000002`;
	await page.goto(event);
	await signIn(page);
	const other = await context.newPage();
	await other.goto(event);
	await relationIsKnown(other);
	await page.getByRole('button', join).click();
	await expect(page.getByText('You’re going.', { exact: true })).toBeVisible();
	await expect(other.getByRole('button', leave)).toBeVisible();
	expect(await goingCount(other)).toBe(await goingCount(page));
	await other.goto(`${daybill.url}/me/participated`);
	await expect(other.getByRole('article').getByText('Going', { exact: true })).toBeVisible();
	await other.close();
});

test('an action started signed out is done once after the sign-in, and not again', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await page.getByRole('button', interested).click();
	await consent(page, 'Allow');
	await expect(page).toHaveURL(`${daybill.url}/events/10000002`);
	await expect(page.getByRole('button', interested)).toHaveAttribute('aria-pressed', 'true');
	await expect(page.getByText('Added to Interested.')).toBeVisible();
	await page.getByRole('button', interested).click();
	await expect(page.getByText('Removed from Interested.')).toBeVisible();
	await page.reload();
	await relationIsKnown(page);
	await expect(page.getByRole('button', interested)).toHaveAttribute('aria-pressed', 'false');
});

test('an event that is over can still be left', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	await page.getByRole('button', join).click();
	await expect(page.getByRole('button', leave)).toBeVisible();
	await page.clock.install({ time: Date.now() + 30 * 86_400_000 });
	await page.reload();
	await expect(page.getByText('This event has ended.')).toBeVisible();
	await expect(page.getByRole('button', join)).toHaveCount(0);
	await page.getByRole('button', leave).click();
	await expect(page.getByText('You’re no longer going.')).toBeVisible();
	await expect(page.getByRole('button', leave)).toHaveCount(0);
});
