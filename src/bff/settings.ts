import type { ConformanceReport } from '../contract/bff-api/conformance.ts';
import type { Settings } from '../servers/settings.ts';
import type { CurrentBrand } from './brand/brand.ts';

/** The BFF's settings: from the environment, and from the program that starts the BFF. */
export type BffSettings = Settings['bff'] & {
	webDir: string;
	/** Maximum calls in progress of a visitor or person. Default: see `limits.ts`, or no limit without `visitorCalls`. */
	callsAtOnce?: number;
	/** The embedded sandbox, if it is the service and its control API is on. */
	sandbox?: { origin: string; checkConformance: () => Promise<ConformanceReport> } | undefined;
	brand?: CurrentBrand | undefined;
	logStream?: { write(line: string): void };
	/** Returns milliseconds since 1970; the machine's clock by default. */
	clock?: () => number;
};
