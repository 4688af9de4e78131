/** Everything that scripts in the browser could read during a test, so that the test can search it for secrets. */
import type { Page } from '@playwright/test';

export interface BrowserTraces {
	/** Where each of the secrets was found, as `secret … in place`; empty when none was found. */
	placesOf(secrets: readonly string[]): Promise<string[]>;
}

/**
 * Begins to collect URLs, and the bodies and headers of the app's responses (not of the service's own pages).
 *
 * @param page before its first navigation
 * @param appOrigin origin of the app
 */
export function collectTraces(page: Page, appOrigin: string): BrowserTraces {
	const traces: { place: string; text: string }[] = [];
	const pending: Promise<unknown>[] = [];
	page.on('request', (request) => {
		traces.push({ place: `URL ${request.method()}`, text: request.url() });
	});
	page.on('framenavigated', (frame) => traces.push({ place: 'address bar', text: frame.url() }));
	page.on('response', (response) => {
		if (!response.url().startsWith(appOrigin)) return;
		traces.push({ place: `headers of ${response.url()}`, text: JSON.stringify(response.headers()) });
		const isRedirect = response.status() >= 300 && response.status() < 400;
		if (isRedirect) return;
		// Unread bodies are lost when a page navigates away; later requests read those that matter again.
		pending.push(
			response.text().then(
				(text) => traces.push({ place: `body of ${response.url()}`, text }),
				(error: Error) => traces.push({ place: `unread ${response.url()}`, text: error.message }),
			),
		);
	});
	return {
		async placesOf(secrets) {
			await Promise.all(pending);
			const stored = await page.evaluate(() =>
				JSON.stringify([
					{ ...localStorage },
					{ ...sessionStorage },
					document.cookie,
					document.documentElement.outerHTML,
				]),
			);
			return [...traces, { place: 'storage, cookies or page', text: stored }].flatMap(({ place, text }) =>
				secrets
					.filter((secret) => text.includes(secret))
					.map((secret) => `${secret.slice(0, 6)}… in ${place}`),
			);
		},
	};
}
