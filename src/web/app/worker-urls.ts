/** Worker script URLs. `firstFormat` loads the locales for `Intl` (`public/first-format.js`). */
export const workerUrls = { service: '/sw.js', firstFormat: '/first-format.js' } as const;

interface TrustedTypes {
	createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown;
}

/** Allows only these script URLs, under the Content-Security-Policy's `trusted-types default`. */
export function trustWorkerUrls(): void {
	const urls: readonly string[] = Object.values(workerUrls);
	(window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
		createScriptURL: (url) => (urls.includes(url) ? url : null),
	});
}
