/** What the routes of several folders share. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type {
	DaysQuery,
	DaysResponse,
	PlaceResponse,
	SearchQuery,
	SearchResponse,
} from '../contract/bff-api/search.ts';
import { daybillBrand } from './brand/daybill-brand.ts';
import { createDocumentCache } from './cache/document-cache.ts';
import { SharedCache } from './cache/shared-cache.ts';
import { createRateLimiters } from './fairness/rate-limiter.ts';
import { createWorkQueue } from './fairness/work-queue.ts';
import { createPagePolicy } from './http/security-headers.ts';
import { createImageSignatures, createSignImages } from './image-urls/sign-images.ts';
import { createMetrics } from './operating/metrics.ts';
import { ignoreProblem } from './problems/problem.ts';
import { createParseResponse } from './reads/parse-response.ts';
import { createPublicReader } from './reads/public-reader.ts';
import { createSharedReads } from './reads/shared-reads.ts';
import { createOwnRecords } from './relations/own-record-store.ts';
import type { Own } from './relations/own-relations.ts';
import { addCallers, type Caller } from './session/caller.ts';
import { createEncryption, loadSessionKeys } from './session/encryption.ts';
import { createRefresher } from './session/refresh.ts';
import { createCookies } from './session/session-cookies.ts';
import { areKeysShared, createSessionStore } from './session/session-store.ts';
import type { BffSettings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import { createBudget } from './upstream/budget.ts';
import { createUpstream } from './upstream/client.ts';
import { createOutages } from './upstream/outage-log.ts';

export interface ServiceTime {
	/** IANA name of the service's time zone; null if unknown. */
	timeZone: string | null;
	clock: () => number;
}

export interface Asker {
	uid: string;
	/** Null for a signed-out visitor. */
	caller: Caller | null;
	/** Whether “12/5” in the query is 5 December, not 12 May. */
	isMonthFirst: boolean;
}

/** Finds events in a city's index. @throws ProblemError not_found, sign_in_required, or the reason why a read failed */
export interface Finder {
	search(asker: Asker, query: SearchQuery): Promise<SearchResponse>;
	days(asker: Asker, query: DaysQuery): Promise<DaysResponse>;
	place(asker: Asker, key: string): Promise<PlaceResponse>;
}

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** @throws Error if the data folder isn't writable, or Redis can't be reached */
export async function createParts(app: FastifyInstance, settings: BffSettings) {
	const { clock = Date.now, brand = () => daybillBrand, dataDir, visitorCalls, timeZone } = settings;
	const { log } = app;
	const time: ServiceTime = { timeZone, clock };
	const sessionKeys = loadSessionKeys(settings.sessionKeys, dataDir);
	const encryption = createEncryption(sessionKeys);
	const signatures = createImageSignatures(sessionKeys);
	const { store, redis } = await openStore(settings, clock, log);
	if ((await areKeysShared(store, encryption).catch(ignoreProblem)) === false)
		log.warn('SESSION_KEYS lacks the key of the stored sessions: people will lose sessions and chosen days');

	const metrics = createMetrics();
	const limiters = createRateLimiters(redis, clock);
	const budget = createBudget(visitorCalls, limiters, clock);
	metrics.watchBudget(budget.remaining);
	const outages = createOutages(log, clock);
	const upstream = createUpstream({ settings, metrics, budget, outages, clock });
	const runInTurn = createWorkQueue();
	const cache = new SharedCache({
		redis,
		sessionKeys,
		stretch: budget.stretch,
		clock,
	});

	const cookies = createCookies(settings.publicUrl);
	const sessions = createSessionStore(store, encryption, clock);
	const refresher = createRefresher(sessions, upstream, metrics, log, clock);

	const signImages = createSignImages(signatures, settings);
	const parse = createParseResponse(signImages, log, outages, runInTurn, settings.eventsPageStart);
	const sharedReads = createSharedReads({ upstream, cache, parse, clock, settings });
	const own: Own = {
		records: createOwnRecords(store, encryption, time),
		sharedReads,
		log,
		wait,
	};
	app.addHook('onClose', async () => {
		await upstream.close();
		cache.close();
		await store.close();
	});
	return {
		settings,
		brand,
		clock,
		time,
		store,
		encryption,
		limiters,
		budget,
		metrics,
		outages,
		upstream,
		cookies,
		sessions,
		refresher,
		callers: addCallers(app, cookies, { upstream, sessions, refresher }),
		sharedReads,
		own,
		reader: createPublicReader(sharedReads, cache, log, settings),
		documents: createDocumentCache(cache, clock, runInTurn),
		/** A separate cache, because one feed is as large as many pages and would evict them. */
		feeds: createDocumentCache(cache, clock, runInTurn, 4 * 1024 * 1024),
		runInTurn,
		signatures,
		pagePolicy: createPagePolicy(settings),
	};
}
