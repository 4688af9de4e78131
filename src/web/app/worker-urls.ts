/** Scripts of workers. `public/first-format.js` reads the locales. */
export const workerUrls = { service: '/sw.js', firstFormat: '/first-format.js' } as const;

interface TrustedTypes {
	createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown;
}

/** The only script URLs that Content-Security-Policy `trusted-types default` lets the app use. */
export function trustWorkerUrls(): void {
	const urls: readonly string[] = Object.values(workerUrls);
	(window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
		createScriptURL: (url) => (urls.includes(url) ? url : null),
	});
}
