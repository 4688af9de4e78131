/**
 * Request header of the developers' console: bypasses the cache and returns the service's response unchanged.
 * `anonymous` sends no token, `session` the session's token.
 */
export const directHeader = 'X-Daybill-Direct';

/** Response of `POST /developers/conformance`. Each finding is a sentence. */
export interface ConformanceReport {
	counts: Readonly<Record<string, number>>;
	/** Sorted as in the specification. */
	results: readonly {
		id: string;
		section: string;
		states: string;
		verdict: string;
		findings: readonly string[];
	}[];
}
