import type { CurrentBrand } from './brand/brand.ts';
import type { DocumentCache } from './cache/document-cache.ts';
import type { WorkQueue } from './fairness/work-queue.ts';
import type { PagePolicy } from './http/security-headers.ts';
import type { ImageSignatures } from './image-urls/image-signatures.ts';
import type { Metrics } from './operating/metrics.ts';
import type { ParseResponse } from './reads/parse-response.ts';
import type { PublicReader } from './reads/public-reader.ts';
import type { SharedReads } from './reads/shared-reads.ts';
import type { Own } from './relations/own-lists.ts';
import type { Callers } from './session/caller.ts';
import type { Cookies } from './session/cookies.ts';
import type { SessionStore } from './session/session-store.ts';
import type { BffSettings } from './settings.ts';
import type { Upstream } from './upstream/client.ts';

export interface ServiceTime {
	/** IANA name; null if unknown. */
	timeZone: string | null;
	/** Milliseconds since 1970. */
	clock: () => number;
}

/** What the routes of several folders share; `app.ts` creates it once. */
export interface Parts {
	settings: BffSettings;
	brand: CurrentBrand;
	callers: Callers;
	cookies: Cookies;
	sessions: SessionStore;
	upstream: Upstream;
	sharedReads: SharedReads;
	own: Own;
	reader: PublicReader;
	parse: ParseResponse;
	documents: DocumentCache;
	runInTurn: WorkQueue;
	metrics: Metrics;
	signatures: ImageSignatures;
	pagePolicy: PagePolicy;
	clock: () => number;
	time: ServiceTime;
}
