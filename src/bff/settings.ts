import type { ConformanceReport } from '../contract/bff-api/conformance.ts';
import type { Settings } from '../servers/settings.ts';
import type { CurrentBrand } from './brand/brand.ts';

/** The BFF's settings: those of the environment, and what the program that starts it passes. */
export type BffSettings = Settings['bff'] & {
	webDir: string;
	/** Calls in progress, by visitor or person; the default is in `limits.ts`, or unlimited without `visitorCalls`. */
	callsAtOnce?: number;
	/** The embedded sandbox, if it is the service and its control API is on. */
	sandbox?: { origin: string; checkConformance: () => Promise<ConformanceReport> } | undefined;
	brand?: CurrentBrand | undefined;
	logStream?: { write(line: string): void };
	/** Returns milliseconds since 1970; the machine's clock by default. */
	clock?: () => number;
};
