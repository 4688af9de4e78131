/** Starts the BFF, the server between browser and service. Hooks run in the order of registration. */
import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import { addCookies } from '../servers/cookies.ts';
import { addApiRoutes } from './api/api-routes.ts';
import { addRelationRoutes } from './api/relation-routes.ts';
import { daybillBrand } from './brand/daybill-brand.ts';
import { createDocumentCache } from './cache/document-cache.ts';
import { SharedCache } from './cache/shared-cache.ts';
import { addRawRoutes } from './developers/raw-routes.ts';
import { addSandboxRoutes } from './developers/sandbox-routes.ts';
import { createRateLimiters } from './fairness/rate-limiter.ts';
import { addVisitorContext, payerOf } from './fairness/visitor.ts';
import { createWorkQueue } from './fairness/work-queue.ts';
import { createCalendarLinks } from './feeds/calendar-links.ts';
import { addCalendarUrlRoutes } from './feeds/calendar-url-routes.ts';
import { addEmbedRoutes } from './feeds/embed-routes.ts';
import { addFeedRoutes } from './feeds/feed-routes.ts';
import { addOwnCalendarRoute } from './feeds/own-calendar-route.ts';
import { compression } from './http/compression.ts';
import { requireKnownHost } from './http/known-hosts.ts';
import { rejectForeignElements, requireSameSite } from './http/same-site.ts';
import { addSecurityHeaders, createPagePolicy } from './http/security-headers.ts';
import { createServer, listen, type RunningServer } from './http/server.ts';
import { addStaticFiles } from './http/static-files.ts';
import { addVisitorLimits, createAddressLimits } from './http/visitor-limits.ts';
import { createImageSignatures } from './image-urls/image-signatures.ts';
import { createSignImages } from './image-urls/sign-images.ts';
import { addCardRoute } from './images/card-route.ts';
import { createImagePool } from './images/image-pool.ts';
import { addImageRoute } from './images/image-route.ts';
import { addWeekendRoute } from './images/weekend-route.ts';
import { addHealthRoutes } from './operating/health-routes.ts';
import { addMetricsRoute, createMetrics } from './operating/metrics.ts';
import { addWebVitalsRoute } from './operating/web-vitals-route.ts';
import { addBrandRoutes } from './pages/brand-routes.ts';
import { addCrawlerRoutes } from './pages/crawler-routes.ts';
import { addFrontRoute } from './pages/front-route.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import type { Parts } from './parts.ts';
import { addErrorHandler } from './problems/problem.ts';
import { createParseResponse } from './reads/parse-response.ts';
import { createPublicReader } from './reads/public-reader.ts';
import { createSharedReads } from './reads/shared-reads.ts';
import type { Own } from './relations/own-lists.ts';
import { createOwnRecords } from './relations/own-records.ts';
import { createCityIndexes } from './search/city-indexes.ts';
import { addSearchRoutes, createFinder } from './search/search-routes.ts';
import { addCallers } from './session/caller.ts';
import { cookieNames, createCookies } from './session/cookies.ts';
import { createEncryption, loadSessionKeys } from './session/encryption.ts';
import { createRefresher } from './session/refresh.ts';
import { createSessionStore } from './session/session-store.ts';
import type { BffSettings } from './settings.ts';
import { addSessionRoutes } from './sign-in/session-routes.ts';
import { addTokenRoute } from './sign-in/token-route.ts';
import { openStore } from './store/open-store.ts';
import { createBudget } from './upstream/budget.ts';
import { createUpstream } from './upstream/client.ts';
import { createOutages } from './upstream/outages.ts';

/** @throws the system's error if the port is in use (`EADDRINUSE`) or the data folder isn't writable */
export async function startBff(settings: BffSettings): Promise<RunningServer> {
	const { clock = Date.now, brand = () => daybillBrand, dataDir, visitorCalls } = settings;
	const time = { timeZone: settings.timeZone, clock };
	const app = createServer(settings);
	const { log } = app;
	if (settings.traces !== undefined) {
		const { addTracing } = await import('./operating/tracing.ts');
		await addTracing(app, settings.traces, settings);
	}
	const sessionKeys = loadSessionKeys(settings.sessionKeys, dataDir);
	const encryption = createEncryption(sessionKeys);
	const signatures = createImageSignatures(sessionKeys);
	const { store, redis } = await openStore(settings, clock, log);

	const metrics = createMetrics();
	const limiters = createRateLimiters(redis, clock);
	const budget = createBudget({ clock, visitorCalls, limiters });
	metrics.watchBudget(budget.remaining);
	const outages = createOutages(log, clock);
	const upstream = createUpstream(settings, { metrics, budget, clock, outages });
	const runInTurn = createWorkQueue();
	const cache = new SharedCache({
		redis,
		stretch: budget.stretch,
		mayStore: (bytes) => budget.mayStore(bytes, payerOf(undefined)),
		clock,
	});
	const documents = createDocumentCache(cache, clock, runInTurn);

	const cookies = createCookies(settings.publicUrl);
	const sessions = createSessionStore(store, encryption, clock);
	const calendars = createCalendarLinks(store, encryption);
	const refresher = createRefresher({ sessions, upstream, clock, log, metrics });

	const parse = createParseResponse(createSignImages(signatures, settings), log, outages, runInTurn);
	const sharedReads = createSharedReads({ upstream, cache, parse, clock, maxAgeMs: settings.eventsMaxAgeMs });
	const own: Own = {
		records: createOwnRecords(store, encryption, time),
		sharedReads,
		parse,
		log,
		wait,
		reading: new Map(),
		lost: new Set(),
	};
	const reader = createPublicReader({ sharedReads, cache, parse, log });

	addErrorHandler(app, brand);
	const pagePolicy = createPagePolicy(settings);
	addSecurityHeaders(app, settings, pagePolicy, brand);
	await addCookies(app, cookieNames);
	// Must precede anything that rejects requests: rejections count against the limits, too.
	const limitAddresses = createAddressLimits(limiters);
	addVisitorLimits(app, settings, cookies.session, limitAddresses, limiters);
	requireKnownHost(app, settings);
	rejectForeignElements(app);
	addVisitorContext(app);
	addMetricsRoute(app, metrics, settings);
	const callers = addCallers(app, cookies, { upstream, sessions, refresher });
	/** A separate queue, so that pages don't wait for searches. */
	const searchInTurn = createWorkQueue();
	const { peekEvent } = sharedReads;
	const indexes = createCityIndexes({ reader, peekEvent, budget, clock, log, runInTurn: searchInTurn });
	const finder = createFinder({ reader, brand, time }, indexes, searchInTurn);
	const parts: Parts = {
		settings,
		brand,
		callers,
		cookies,
		sessions,
		upstream,
		sharedReads,
		own,
		reader,
		finder,
		parse,
		documents,
		runInTurn,
		metrics,
		signatures,
		pagePolicy,
		clock,
		time,
	};
	await app.register(compress, compression);
	const imagePool = createImagePool(app, settings, metrics);
	await app.register(async (scope) => {
		requireSameSite(scope, settings.publicUrl);
		addSessionRoutes(scope, parts);
		addTokenRoute(scope, parts, refresher, calendars.attachSession);
		addCalendarUrlRoutes(scope, parts, calendars);
		addWeekendRoute(scope, parts, imagePool);
		if (settings.webVitals) addWebVitalsRoute(scope, settings, metrics, limitAddresses);
		addSearchRoutes(scope, parts);
		addFrontRoute(scope, parts);
		addApiRoutes(scope, parts);
		addRelationRoutes(scope, parts);
		if (brand().surfaces.includes('developers')) {
			const { sandbox, publicUrl } = settings;
			addRawRoutes(scope, parts, limitAddresses);
			if (sandbox !== undefined) addSandboxRoutes(scope, sandbox, publicUrl);
		}
	});
	addImageRoute(app, parts, imagePool);
	await addCardRoute(app, parts, imagePool);
	const startDraining = addHealthRoutes(app, store.probe, outages.report);
	await addStaticFiles(app, settings.webDir, brand() !== daybillBrand);
	addBrandRoutes(app, brand);
	addFeedRoutes(app, parts);
	addOwnCalendarRoute(app, parts, calendars);
	addEmbedRoutes(app, parts);
	addCrawlerRoutes(app, parts);
	await addPageRoutes(app, parts);

	app.addHook('onClose', async () => {
		await upstream.close();
		cache.close();
		await store.close();
	});
	return listen(app, settings, startDraining);
}
