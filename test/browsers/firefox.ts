/** Firefox, driven over WebDriver BiDi. */
import { type ElementHandle, launch } from 'puppeteer-core';
import { firefox, pathOf } from '../programs.ts';
import type { Engine } from './tab.ts';
import { viewport } from './viewport.ts';

const timeoutMs = 30_000;

export const firefoxEngine: Engine = {
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
		const errors: string[] = [];
		page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
		page.on('console', (message) => {
			if (message.type() === 'error') errors.push(message.text());
		});
		const find = async (expression: string) => {
			const element = (await page.evaluateHandle(expression)).asElement();
			if (element === null) throw new Error(`no such element on ${page.url()}: ${expression}`);
			return element as ElementHandle<Element>;
		};
		return {
			async open(url) {
				await page.goto(url);
			},
			evaluate: (expression) => page.evaluate(expression),
			click: async (element) => (await find(element)).click(),
			type: async (element, text) => (await find(element)).type(text),
			errors: () => errors,
			close: () => browser.close(),
		};
	},
};
