/** One use of a control at a chosen moment after the first paint of its page, and whether it had its effect once. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { apiPath } from '../../src/contract/bff-api/api.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { type OperationName, operations } from '../../src/contract/spec/operations.ts';
import type { Daybill } from '../e2e/daybill.ts';
import { signIn } from '../e2e/people.ts';
import { withPatience } from '../patience.ts';
import type { Control, Events } from './controls.ts';

/** Nothing has to be scrolled to. */
const viewport = { width: 1100, height: 2600 };

/** Milliseconds for the first paint. */
const patience = withPatience(30_000);

export interface Moment {
	/** Milliseconds after the first paint. */
	after: number;
	/** How many times slower the processor is. */
	slowdown: number;
}

export interface Stage {
	browser: Browser;
	/** Of the app. */
	origin: string;
	/** The cookies of a person who is signed in, once somebody is needed. */
	signedIn(): Promise<NonNullable<BrowserContextOptions['storageState']>>;
	/** Takes back what the person has done. */
	reset(): Promise<void>;
}

/** @param events that the person joins and marks */
export function setStage(browser: Browser, { url }: Pick<Daybill, 'url'>, events: Events): Stage {
	let person: Promise<BrowserContext> | undefined;
	const signInOnce = async () => {
		const context = await browser.newContext({ locale: 'en-GB' });
		context.setDefaultTimeout(patience);
		const page = await context.newPage();
		await page.goto(`${url}/cities`);
		await signIn(page);
		return context;
	};
	const signedIn = () => {
		person ??= signInOnce();
		return person;
	};
	const undo = async (name: OperationName, id: string) => {
		const { method } = operations[name];
		const path = url + apiPath({ operation: name, parameters: { id } });
		const { request } = await signedIn();
		const response = await request.fetch(path, { method, headers: { [csrfHeader]: '1' } });
		if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()}`);
	};
	return {
		browser,
		origin: url,
		signedIn: async () => (await signedIn()).storageState(),
		reset: async () => {
			for (const id of [events.short, events.some]) {
				await undo('leaveEvent', id);
				await undo('unwishEvent', id);
			}
		},
	};
}

/** Where a control is in the page as it arrives, and how to know it. */
export interface Place {
	x: number;
	y: number;
	tag: string;
	text: string;
}

/** What scripts move after the first paint would be lost too, so this is found without them. */
export async function placeOf({ browser, origin }: Stage, control: Control): Promise<Place> {
	const context = await browser.newContext({ viewport, locale: 'en-GB', javaScriptEnabled: false });
	try {
		const page = await context.newPage();
		await page.goto(origin + control.path);
		const found = page.locator(control.selector).first();
		const box = await found.boundingBox();
		if (box === null) throw new Error(`${control.name} is not in the page as it arrives`);
		return {
			x: box.x + box.width / 2,
			y: box.y + box.height / 2,
			tag: await found.evaluate(({ tagName }) => tagName),
			text: await found.evaluate(({ textContent }) => textContent ?? ''),
		};
	} finally {
		await context.close();
	}
}

const missKey = 'presses.miss';

/** In the page: notes when a press meets something else, since the control has not arrived yet or has moved. */
function noteMisses({ tag, text, key }: { tag: string; text: string; key: string }): void {
	const isIt = (element: Element | null) => element !== null && element.textContent === text;
	window.addEventListener(
		'pointerdown',
		({ target }) => {
			if (!(target instanceof Element) || isIt(target.closest(tag))) return;
			// While the HTML arrives, so does what is above the control.
			const isThere = document.readyState !== 'loading' && [...document.querySelectorAll(tag)].some(isIt);
			window.sessionStorage.setItem(key, isThere ? 'moved' : 'absent');
		},
		// What is pressed after it is another matter.
		{ capture: true, once: true },
	);
}

/** Opens a page. @returns once something was painted */
async function openUntilPainted(page: Page, url: string, slowdown: number): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Page.enable');
	await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
	const paints = new Set<string>();
	session.on('Page.lifecycleEvent', ({ name, loaderId }) => {
		if (name === 'firstPaint') paints.add(loaderId);
	});
	await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
	const { loaderId = '' } = await session.send('Page.navigate', { url });
	const endsAt = Date.now() + patience;
	while (!paints.has(loaderId)) {
		if (Date.now() > endsAt) throw new Error(`nothing was painted in ${patience} ms`);
		await wait(5);
	}
}

async function use(page: Page, { use: how, selector }: Control, { x, y }: Place) {
	if (how === 'tap') return page.touchscreen.tap(x, y);
	if (how === 'enter') {
		await page.locator(selector).first().focus();
		return page.keyboard.press('Enter');
	}
	await page.mouse.click(x, y);
	if (how === 'click') return;
	await page.keyboard.type(how.type);
	if (how.thenEnter) await page.keyboard.press('Enter');
}

/**
 * @returns false when the control was not there yet, so that nobody could press it
 * @throws when the control did nothing, or did it twice
 */
export async function pressAt(
	stage: Stage,
	control: Control,
	place: Place,
	{ after, slowdown }: Moment,
): Promise<boolean> {
	const context = await stage.browser.newContext({
		viewport,
		hasTouch: true,
		locale: 'en-GB',
		serviceWorkers: 'block',
		permissions: ['clipboard-read', 'clipboard-write'],
		...(control.isSignedIn ? { storageState: await stage.signedIn() } : {}),
	});
	try {
		context.setDefaultTimeout(patience);
		const page = await context.newPage();
		// The system's dialog for sharing is none of the page.
		await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
		await page.addInitScript(noteMisses, { tag: place.tag, text: place.text, key: missKey });
		const calls: string[] = [];
		page.on('request', (request) => {
			const { origin, pathname, search } = new URL(request.url());
			if (origin === stage.origin)
				calls.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trim());
		});
		await openUntilPainted(page, stage.origin + control.path, slowdown);
		await page.waitForTimeout(after);
		await use(page, control, place);
		try {
			await control.expectEffect({ page, calls });
			return true;
		} catch (error) {
			const miss = await page.evaluate((key) => window.sessionStorage.getItem(key), missKey);
			if (miss === 'absent') return false;
			throw miss === null ? error : new Error('it has moved since the first paint', { cause: error });
		}
	} finally {
		await context.close();
		if (control.isSignedIn) await stage.reset();
	}
}
