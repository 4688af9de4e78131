/** Every control of the pages that arrive rendered, how it is used, and what must have happened then, once. */
import { type Page, expect as within } from '@playwright/test';
import type { WireEvent } from '../../src/contract/spec/resources.ts';
import type { Daybill } from '../e2e/daybill.ts';
import { findSeeded, nightsOf } from '../e2e/seeded.ts';
import { withPatience } from '../patience.ts';

// Slow processors are what this is about.
const expect = within.configure({ timeout: withPatience(20_000) });

/** What a control did. */
interface Outcome {
	page: Page;
	/** Method and path of every request of the page to this site, with the query. */
	calls: readonly string[];
}

export interface Control {
	name: string;
	/** Path of its page. */
	path: string;
	/** CSS selector. */
	selector: string;
	/** `enter` focuses it and presses Enter; a text is typed into it. */
	use: 'click' | 'tap' | 'enter' | { type: string; thenEnter?: boolean };
	isSignedIn?: boolean;
	/** Waits for the effect. @throws when there is none, or more than one */
	expectEffect(outcome: Outcome): Promise<void>;
}

/** Events of the seeded data that have the controls. */
export interface Events {
	/** One day. */
	short: string;
	/** Some days to choose from. */
	some: string;
	/** Its last day, as YYYY-MM-DD. */
	someLast: string;
	/** Days of several months to choose from. */
	long: string;
}

export async function findEvents(daybill: Daybill): Promise<Events> {
	const short = await findSeeded(daybill, (event) => nightsOf(event) === 0);
	const some = await findSeeded(daybill, (event) => nightsOf(event) >= 2 && nightsOf(event) < 7);
	const long = await findSeeded(daybill, (event) => nightsOf(event) > 30);
	const lastOf = ({ end_time }: WireEvent) => end_time.slice(0, 10);
	return {
		short: short.id,
		some: some.id,
		someLast: lastOf(some),
		long: long.id,
	};
}

const leadsTo =
	(url: RegExp): Control['expectEffect'] =>
	async ({ page }) => {
		await expect(page).toHaveURL(url);
		await expect(page.locator('h1').first()).toBeVisible();
	};

const opensDialog =
	(content: string): Control['expectEffect'] =>
	async ({ page }) => {
		await expect(page.locator('dialog[open]')).toHaveCount(1);
		await expect(page.locator('dialog[open]').locator(content).first()).toBeVisible();
	};

const count = (calls: readonly string[], call: RegExp) => calls.filter((each) => call.test(each)).length;

const startsSignIn: Control['expectEffect'] = async ({ page, calls }) => {
	await expect(page).toHaveURL(/\/auth2\/auth\?/);
	expect(count(calls, /^POST \/auth\/login/)).toBe(1);
};

/** One write, and the button that shows its effect. */
const writes =
	(call: RegExp, shown: string): Control['expectEffect'] =>
	async ({ page, calls }) => {
		await expect(page.locator(shown)).toBeVisible();
		await expect.poll(() => count(calls, call)).toBe(1);
		await expect(page.locator('main section[aria-busy]')).toHaveCount(0);
		expect(count(calls, /^(POST|DELETE) \/api/)).toBe(1);
	};

const link = (
	name: string,
	path: string,
	selector: string,
	url: RegExp,
	use: Control['use'] = 'click',
): Control => ({ name, path, selector, use, expectEffect: leadsTo(url) });

const join = 'main [data-bar] button:not([aria-pressed])';
/** What Join becomes. */
const going = 'main [data-bar] button:has-text("Going")';
const interested = 'main [data-bar] button[aria-pressed]';

function listControls(): Control[] {
	const path = '/cities/beijing?day_type=week';
	const chip = (name: string, href: string) =>
		link(`list: ${name}`, path, `main nav a[href*="${href}"]`, new RegExp(`[?&]${href}\\b`));
	/** @param index of the button in the bar */
	const opensPanel = (name: string, index: number, use: Control['use']): Control => ({
		name: `list: ${name}`,
		path,
		selector: `[data-list-bar] button[aria-haspopup] >> nth=${index}`,
		use,
		expectEffect: async ({ page }) => {
			await expect(page.locator(':popover-open')).toHaveCount(1);
			await expect(page.locator(':popover-open a').first()).toBeVisible();
		},
	});
	return [
		chip('day', 'day_type=weekend'),
		{
			name: 'list: Sign in',
			path,
			selector: 'header button:text-is("Sign in")',
			use: 'click',
			expectEffect: startsSignIn,
		},
		opensPanel('type of event', 0, 'click'),
		opensPanel('type of event, tapped', 0, 'tap'),
		opensPanel('view and order, by keyboard', 1, 'enter'),
		link('list: card', path, 'main article a', /\/events\/\d+$/),
		link('list: cities', path, 'header a[href="/cities"]', /\/cities$/),
		link('list: name of the app', path, 'header a[href="/"]', /\/(cities\/beijing)?$/),
		link('list: settings', path, 'footer a[href="/settings"]', /\/settings$/, 'enter'),
		link('list: developers', path, 'footer a[href="/developers"]', /\/developers$/, 'enter'),
		link('list: day, tapped', path, 'main nav a[href*="day_type=tomorrow"]', /day_type=tomorrow/, 'tap'),
		link(
			'list: type of event, taken back',
			`${path}&type=music`,
			'[data-list-bar] a[aria-label^="Remove"]',
			/day_type=week$/,
		),
		{
			name: 'search, typed',
			path: '/cities/beijing/search',
			selector: 'input[type=search]',
			use: { type: 'jazz' },
			expectEffect: async ({ page }) => {
				await expect(page).toHaveURL(/[?&]q=jazz\b/);
				await expect(page.locator('input[type=search]')).toHaveValue('jazz');
			},
		},
		{
			name: 'search, typed and sent',
			path: '/cities/beijing/search',
			selector: 'input[type=search]',
			use: { type: 'jazz', thenEnter: true },
			expectEffect: async ({ page }) => {
				await expect(page).toHaveURL(/[?&]q=jazz\b/);
				await expect(page.locator('input[type=search]')).toHaveValue('jazz');
			},
		},
		{
			name: 'list: more, by keyboard',
			path: '/cities/beijing?day_type=future',
			selector: 'main button:text-is("Show more")',
			use: 'enter',
			expectEffect: async ({ page, calls }) => {
				await expect.poll(() => page.locator('main article').count()).toBeGreaterThan(20);
				expect(count(calls, /\/events\?.*start=20\b/)).toBe(1);
			},
		},
	];
}

function eventControls({ short, some, someLast, long }: Events): Control[] {
	const path = `/events/${short}`;
	return [
		{
			name: 'event: poster',
			path,
			selector: 'main button[aria-label^="Enlarge"]',
			use: 'click',
			expectEffect: opensDialog('img'),
		},
		{
			name: 'event: poster, tapped',
			path,
			selector: 'main button[aria-label^="Enlarge"]',
			use: 'tap',
			expectEffect: opensDialog('img'),
		},
		{ name: 'event: Join, signed out', path, selector: join, use: 'click', expectEffect: startsSignIn },
		{
			name: 'event: Interested, signed out, tapped',
			path,
			selector: interested,
			use: 'tap',
			expectEffect: startsSignIn,
		},
		{
			name: 'event: Join',
			path,
			selector: join,
			use: 'click',
			isSignedIn: true,
			expectEffect: writes(/^POST .*\/participants( |$)/, going),
		},
		{
			name: 'event: Join, by keyboard',
			path,
			selector: join,
			use: 'enter',
			isSignedIn: true,
			expectEffect: writes(/^POST .*\/participants( |$)/, going),
		},
		{
			name: 'event: Interested',
			path,
			selector: interested,
			use: 'click',
			isSignedIn: true,
			expectEffect: writes(/^POST .*\/wishers$/, 'main button[aria-pressed="true"]'),
		},
		{
			name: 'event: Join, and a day then',
			path: `/events/${some}`,
			selector: join,
			use: 'click',
			isSignedIn: true,
			expectEffect: async ({ page, calls }) => {
				await page.locator(`dialog[open] [data-day="${someLast}"]`).click();
				await expect(page.locator(going)).toBeVisible();
				expect(count(calls, /^POST .*\/participants/)).toBe(1);
				expect(count(calls, new RegExp(`^POST .*/participants .*${someLast}`))).toBe(1);
			},
		},
		{
			name: 'event: Join of a long event, by keyboard',
			path: `/events/${long}`,
			selector: join,
			use: 'enter',
			expectEffect: opensDialog('[data-day]'),
		},
		{
			name: 'event: Share',
			path,
			selector: 'main button:text-is("Share")',
			use: 'click',
			expectEffect: async ({ page }) => {
				await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
			},
		},
		{
			name: 'event: add to calendar',
			path,
			selector: 'main button[popovertarget]:has-text("Add to calendar")',
			use: 'click',
			expectEffect: async ({ page }) => {
				await expect(page.locator('main :popover-open a').first()).toBeVisible();
			},
		},
		link('event: its creator', path, 'main dl a[href^="/users/"]', /\/users\//),
		link('event: its city', path, 'main a[href^="/cities/"]', /\/cities\//),
	];
}

const cityControls: readonly Control[] = [
	link('cities: a city', '/cities', 'main a[href="/cities/shanghai"]', /\/cities\/shanghai$/),
	{
		name: 'cities: search, typed',
		path: '/cities',
		selector: 'main input[type=search]',
		use: { type: 'shang' },
		expectEffect: async ({ page }) => {
			await expect(page.getByRole('option').first()).toHaveText('上海 shanghai');
			await expect(page.locator('main input[type=search]')).toHaveValue('shang');
		},
	},
];

export const controlsOf = (events: Events): Control[] => [
	...listControls(),
	...eventControls(events),
	...cityControls,
];
