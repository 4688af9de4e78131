/** What the developers' console and the BFF exchange. Types only, free for the web bundle. */

/**
 * Header of the developers' console: bypasses the cache and returns the service's response unchanged. `anonymous`
 * sends no token, `session` the session's token.
 */
export const directHeader = 'X-Daybill-Direct';

/** Response of `POST /developers/conformance`: the report of the conformance kit, findings as sentences. */
export interface ConformanceReport {
	counts: Readonly<Record<string, number>>;
	/** In the order of the specification. */
	results: readonly {
		id: string;
		section: string;
		states: string;
		verdict: string;
		findings: readonly string[];
	}[];
}
