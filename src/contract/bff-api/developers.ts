/** What the developers' console and the BFF exchange. Types only, free for the web bundle. */

/**
 * Header of the developers' console. The call goes to the service itself, past cache and cut: `anonymous` without a
 * token, `session` with the session's token. The response is passed on unchanged.
 */
export const directHeader = 'X-Daybill-Direct';

/** Response of `POST /developers/conformance`: the report of the conformance kit, findings as sentences. */
export interface ConformanceReport {
	/** Number of checks by verdict. */
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
