import type { DaysResponse, PlaceResponse, SearchResponse } from '../contract/bff-api/search.ts';
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
import type { Caller, Callers } from './session/caller.ts';
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

/** Who searches which city. */
export interface Asker {
	uid: string;
	/** Null: with the access of signed-out visitors. */
	caller: Caller | null;
	/** Whether dates begin with the month where a query's words could mean two days. */
	isMonthFirst: boolean;
}

/**
 * Finds events in a city's index, by the queries of contract `bff-api/search`. All wait in the same queue.
 * Each throws a ProblemError: not_found, sign_in_required, or why the query or the events can't be read.
 */
export interface Finder {
	search(asker: Asker, query: unknown): Promise<SearchResponse>;
	days(asker: Asker, query: unknown): Promise<DaysResponse>;
	place(asker: Asker, key: string): Promise<PlaceResponse>;
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
	finder: Finder;
	parse: ParseResponse;
	documents: DocumentCache;
	runInTurn: WorkQueue;
	metrics: Metrics;
	signatures: ImageSignatures;
	pagePolicy: PagePolicy;
	clock: () => number;
	time: ServiceTime;
}
