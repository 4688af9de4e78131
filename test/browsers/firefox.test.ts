/** Firefox, driven over WebDriver BiDi. */
import { type ElementHandle, launch } from 'puppeteer-core';
import { firefox, pathOf } from '../programs.ts';
import { journeysIn } from './journeys.ts';
import { type Engine, viewport } from './tab.ts';

const timeoutMs = 30_000;

const firefoxEngine: Engine = {
	name: 'Firefox',
	async start() {
		const executablePath = pathOf(firefox);
		const browser = await launch({
			browser: 'firefox',
			executablePath,
			headless: true,
			defaultViewport: viewport,
			timeout: timeoutMs,
			protocolTimeout: timeoutMs,
			extraPrefsFirefox: {
				// Otherwise Firefox does not use its back/forward cache under automation.
				'fission.bfcacheInParent': true,
				'fission.webContentIsolationStrategy': 1,
				'intl.accept_languages': 'en-GB',
			},
		});
		const page = await browser.newPage();
		page.setDefaultTimeout(timeoutMs);
		return {
			async open(url) {
				await page.goto(url);
			},
			evaluate: (expression) => page.evaluate(expression),
			async click(expression) {
				const element = (await page.evaluateHandle(expression)).asElement();
				if (element === null) throw new Error(`no such element: ${expression}`);
				await (element as ElementHandle<Element>).click();
			},
			close: () => browser.close(),
		};
	},
};

journeysIn(firefoxEngine);
