import type { CurrentBrand } from '../brand/brand.ts';
import type { DocumentCache } from '../cache/document-cache.ts';
import type { Metrics } from '../http/metrics.ts';
import type { PagePolicy } from '../http/security-headers.ts';
import type { Callers } from '../session/caller.ts';
import type { Cookies } from '../session/cookies.ts';
import type { PersonCalls } from '../session/person-calls.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { BffSettings } from '../settings.ts';
import type { Upstream } from '../upstream/client.ts';
import type { WorkQueue } from '../upstream/work-queue.ts';
import type { ImageSignatures } from './image-signatures.ts';
import type { ParseResponse } from './parse-response.ts';
import type { PublicReader } from './public-reader.ts';
import type { SharedReads } from './shared-reads.ts';

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
	personCalls: PersonCalls;
	sharedReads: SharedReads;
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
