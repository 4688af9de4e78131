/** Header of the developers' console: `anonymous` calls without a token, `session` with the user's token. */
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

/** `state` of the quick start's authorization URL: the callback page then shows the code instead of using it. */
export const quickStartState = 'quick-start';
