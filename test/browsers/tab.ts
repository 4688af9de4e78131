/** What the journeys in this folder need from a browser, whichever protocol drives it. */

/** Size of the page in CSS pixels, as in the desktop project of `playwright.config.ts`. */
export const viewport = { width: 1440, height: 900 };

/** The first visible element that matches a selector and, if a name is given, has exactly that name. */
export interface Target {
	/** CSS selector. */
	selector: string;
	/** The accessible name: `aria-label`, or the text. */
	name?: string;
}

/** Operations that each protocol implements differently. Expressions are JavaScript that runs in the page. */
export interface Driver {
	/** Opens a URL, and waits until the document has loaded. */
	open(url: string): Promise<void>;
	/** @returns the value, or the value of its promise, in JSON */
	evaluate(expression: string): Promise<unknown>;
	/** Clicks like a mouse. @param element expression that evaluates to an element */
	click(element: string): Promise<void>;
	/** Ends the browser and deletes its profile. */
	close(): Promise<void>;
}

/** A browser engine that the journeys run in. */
export interface Engine {
	name: string;
	/** Starts the browser with a new profile and one tab. */
	start(): Promise<Driver>;
}

export interface Tab extends Omit<Driver, 'evaluate' | 'click'> {
	/**
	 * Calls a function in the page. It is sent as text, so it can use its argument but no other variables.
	 *
	 * @throws Error when there is currently no page, for example during a navigation
	 */
	run<Result>(script: () => Result | Promise<Result>): Promise<Result>;
	run<Argument, Result>(
		script: (argument: Argument) => Result | Promise<Result>,
		argument: Argument,
	): Promise<Result>;
	/** How many such elements are visible. @throws as `run` */
	count(target: Target): Promise<number>;
	/** @throws Error when there is no such element */
	click(target: Target): Promise<void>;
}

/** Runs in the page. */
function findElements({ selector, name }: Target): Element[] {
	const nameOf = (element: HTMLElement) =>
		(element.ariaLabel ?? element.textContent).replace(/\s+/g, ' ').trim();
	return [...document.querySelectorAll<HTMLElement>(selector)].filter(
		(element) => element.getClientRects().length > 0 && (name === undefined || nameOf(element) === name),
	);
}

export function createTab(driver: Driver): Tab {
	const elements = (target: Target) => `(${findElements})(${JSON.stringify(target)})`;
	return {
		...driver,
		run: (script: (argument: never) => unknown, argument?: unknown) =>
			driver.evaluate(`(${script})(${JSON.stringify(argument)})`) as Promise<never>,
		count: (target) => driver.evaluate(`${elements(target)}.length`) as Promise<number>,
		click: (target) => driver.click(`${elements(target)}[0]`),
	};
}
