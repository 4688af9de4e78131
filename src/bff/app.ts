/** The BFF, the server between browser and service. This file lists its parts in order. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { connectionTimes } from '../servers/connection-times.ts';
import { daybillBrand } from './brand/daybill-brand.ts';
import { addBrandFileRoute } from './brand-routes/brand-file-route.ts';
import { addLegalRoutes } from './brand-routes/legal-routes.ts';
import { addConformanceRoute } from './developers/conformance-route.ts';
import { addSandboxControlRoutes } from './developers/sandbox-control-routes.ts';
import { addEmbedRoute } from './embed/embed-route.ts';
import { addCalendarUrlRoutes } from './feeds/calendar-url-routes.ts';
import { addFeedRoutes } from './feeds/feed-routes.ts';
import { addOwnCalendarRoute } from './feeds/own-calendar-route.ts';
import { createOwnEventReader } from './feeds/own-events.ts';
import { createRedisCalendarStore } from './feeds/redis-calendar-store.ts';
import { openSqliteCalendarStore } from './feeds/sqlite-calendar-store.ts';
import { addErrorHandler } from './http/error-handler.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { requireKnownHost } from './http/known-hosts.ts';
import { addMetricsRoute, createMetrics } from './http/metrics.ts';
import { plainHttpWarnings } from './http/plain-http.ts';
import { logSerializers } from './http/request-logging.ts';
import { requireSameSite } from './http/same-site.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addStaticFiles } from './http/static-files.ts';
import { addVisitorLimits } from './http/visitor-limits.ts';
import { addWebVitalsRoute } from './http/web-vitals-route.ts';
import { createWindowCounter } from './http/window-counter.ts';
import { addEventPictureRoute } from './images/event-picture-route.ts';
import { addImageRoute } from './images/image-route.ts';
import { createPictureWork } from './images/picture-work.ts';
import { addCrawlerRoutes } from './pages/crawler-routes.ts';
import { addFrontRoute } from './pages/front-route.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addApiRoutes } from './reads/api-routes.ts';
import { applyChange } from './reads/apply-change.ts';
import { createWithCaller } from './reads/caller.ts';
import { createLocalChanges, createSharedChanges } from './reads/changes.ts';
import { createDirectLimit } from './reads/direct-limit.ts';
import { brotliAtOnce } from './reads/encoded-body.ts';
import { applyToOwnLists, maxOwnListBytes, ownListFreshness } from './reads/own-lists.ts';
import { createOwnWrites } from './reads/own-writes.ts';
import { createWorkerChanges, type Primary } from './reads/primary.ts';
import { createPublicRead } from './reads/public-read.ts';
import { createPublicReader } from './reads/public-reader.ts';
import {
	createResponseTier,
	cutResponses,
	dropOwnLists,
	ownResponses,
	shrinkResponses,
	type TierSpace,
	wholeResponses,
} from './reads/response-tier.ts';
import { createSharedCache } from './reads/shared-cache.ts';
import { createSignPictures } from './reads/sign-pictures.ts';
import { createTokenNeeds } from './reads/token-needs.ts';
import { createWrittenEvents } from './reads/written-events.ts';
import { createAllowances } from './search/allowance.ts';
import { createCityIndexes } from './search/city-indexes.ts';
import { createPublicPages } from './search/public-pages.ts';
import { addSearchRoutes } from './search/search-routes.ts';
import { createBudget } from './service/budget.ts';
import { connectService } from './service/client.ts';
import { createRefresher } from './service/refresh.ts';
import { createSeenLimits, createSessionCalls } from './service/session-calls.ts';
import { createCookies } from './session/cookies.ts';
import { createEncryption, hashSecret, loadSessionKeys } from './session/encryption.ts';
import { createPictureSignatures } from './session/picture-signatures.ts';
import { createRedisSessionStore } from './session/redis-session-store.ts';
import { openSqliteStore } from './session/sqlite-session-store.ts';
import type { BffSettings } from './settings.ts';
import { clearEndedSessions } from './sign-in/end-of-session.ts';
import { addLoginRoute } from './sign-in/login-route.ts';
import { addSessionRoutes } from './sign-in/session-routes.ts';
import { addTokenRoute } from './sign-in/token-route.ts';
import { createBestEffort } from './storage/best-effort.ts';
import { createFacts } from './storage/facts.ts';
import { connectRedis } from './storage/redis.ts';
import { createSharedWindowCounter } from './storage/shared-window-counter.ts';
import { startTracing } from './tracing/start-tracing.ts';

export interface RunningBff {
	origin: string;
	port: number;
	/** Takes no more requests, finishes those under way, closes the stores. */
	close(): Promise<void>;
}

/** Milliseconds between two exchanges with the other processes. */
const exchangeInterval = 1_000;
/** Milliseconds that requests under way have at the end. */
const closingPatience = 10_000;

/**
 * @param primary where this is one of several workers
 * @throws the system's error when the port is in use (`EADDRINUSE`) or the data folder cannot be written
 */
export async function startBff(settings: BffSettings, primary?: Primary): Promise<RunningBff> {
	const clock = settings.clock ?? Date.now;
	const brand = settings.brand ?? (() => daybillBrand);
	const app = fastify({
		logger: {
			level: settings.logLevel,
			...(settings.logStream === undefined ? {} : { stream: settings.logStream }),
			serializers: logSerializers,
		},
		genReqId: () => randomUUID(),
		trustProxy: settings.trustProxy === false ? false : [...settings.trustProxy],
		bodyLimit: 16 * 1024,
		forceCloseConnections: 'idle',
		...connectionTimes.fastify,
		http: connectionTimes.node,
		// An identifier of 200 characters, each of which can take nine when it is percent-encoded.
		routerOptions: { maxParamLength: 2_000 },
	});
	for (const warning of plainHttpWarnings(settings)) app.log.warn(warning);
	const { dataDir, redisUrl } = settings;
	const sessionKeys = loadSessionKeys(settings.sessionKeys, dataDir);
	const encryption = createEncryption(sessionKeys);
	const signatures = createPictureSignatures(sessionKeys);
	const signPictures = createSignPictures(signatures, settings);
	const fileOf = (name: string) => (dataDir === ':memory:' ? dataDir : path.join(dataDir, name));
	const redis = redisUrl === null ? undefined : await connectRedis(redisUrl, app.log, settings.redisPrefix);
	const store =
		redis === undefined
			? openSqliteStore(fileOf('sessions.sqlite'), encryption, clock)
			: createRedisSessionStore(redis, encryption, clock, app.log);
	const calendars =
		redis === undefined
			? openSqliteCalendarStore(fileOf('calendars.sqlite'), encryption, clock)
			: createRedisCalendarStore(redis, encryption, clock);
	const shared = redis && { redis, attempt: createBestEffort(redis, app.log, settings.sharedPatience) };
	if (shared !== undefined) shared.redis.onFull(() => shrinkResponses(shared.attempt));
	// Workers share by their primary what they cannot share by Redis.
	const alone = shared === undefined ? primary : undefined;
	const countVisits =
		shared === undefined
			? (alone?.countVisit ?? createWindowCounter(clock))
			: createSharedWindowCounter(shared.attempt);
	const metrics = createMetrics(primary);
	const tracing = await startTracing(settings, app.log);
	const budget = createBudget(clock, shared?.attempt, alone?.workers);
	const facts = createFacts(clock, shared?.attempt);
	await facts.exchange();
	const service = connectService(settings, metrics, tracing, budget, facts, clock);
	const cookies = createCookies(settings.publicUrl);
	const changes =
		shared !== undefined
			? createSharedChanges(shared.redis, shared.attempt)
			: alone !== undefined
				? createWorkerChanges(alone)
				: createLocalChanges();
	const tierOf = (space: TierSpace) => shared && createResponseTier(shared.attempt, changes, clock, space);
	const cache = createSharedCache({ stretch: budget.stretch, now: clock, tier: tierOf(cutResponses) });
	const ownLists = createSharedCache({
		maxBytes: maxOwnListBytes,
		freshFor: ownListFreshness,
		stretch: budget.stretch,
		now: clock,
		tier: tierOf(ownResponses),
	});
	await changes.follow({
		apply(change) {
			applyChange(cache, change);
			applyToOwnLists(ownLists, change);
		},
		forgetAll() {
			cache.clear();
			ownLists.clear();
		},
	});
	const forgetLists = async (userId: string) => {
		await changes.publish({ kind: 'sign-out', userId });
		if (shared !== undefined) await dropOwnLists(shared.attempt, userId);
	};
	const ownWrites = createOwnWrites(cache, changes, store, app.log);
	metrics.watch('budget_remaining', async () => {
		await budget.sync();
		return budget.remaining();
	});
	metrics.watch('cache_bytes', () => cache.size() + ownLists.size());
	const seenLimits = createSeenLimits();
	const tokenNeeds = createTokenNeeds(clock, facts);
	const read = createPublicRead(service, signPictures, tokenNeeds, app.log);
	const reader = createPublicReader(read, cache, tokenNeeds, signPictures);
	const refresher = createRefresher(store, service, clock, app.log, metrics);
	const sessionCalls = createSessionCalls({ service, store, refresher, seenLimits, budget, clock });
	const writtenEvents = createWrittenEvents({ store, ownWrites, sessionCalls, budget, clock, log: app.log });
	const withCaller = createWithCaller({ store, cookies, sessionCalls });
	const readOwnEvents = createOwnEventReader({ service, store, sessionCalls, log: app.log });
	const exchange = () => void Promise.all([budget.sync(), facts.exchange()]);
	const exchanging = shared && setInterval(exchange, exchangeInterval).unref();
	let isDraining = false;

	tracing.addRequestSpans(app);
	addErrorHandler(app, brand);
	addSecurityHeaders(app, settings, brand);
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('x-request-id', request.id);
		done();
	});
	requireKnownHost(app, settings);
	await app.register(cookie);
	await addVisitorLimits(
		app,
		settings,
		(request) => {
			const id = cookies.session(request);
			return id === undefined ? undefined : hashSecret(id);
		},
		countVisits,
	);
	addMetricsRoute(app, metrics, settings);
	await app.register(compress, {
		encodings: ['br', 'gzip'],
		threshold: 1024,
		brotliOptions: brotliAtOnce,
	});
	await app.register(async (scope) => {
		scope.addHook('onRequest', requireSameSite(settings.publicUrl));
		scope.addHook('onRequest', (_request, reply, done) => {
			reply.header('cache-control', 'no-store');
			done();
		});
		clearEndedSessions(scope, cookies);
		addLoginRoute(scope, store, cookies, clock);
		const onSignIn = calendars.attachSession;
		addTokenRoute(scope, settings, { store, cookies, service, refresher, clock, onSignIn });
		addSessionRoutes(scope, { store, cookies, seenLimits, onSignOut: forgetLists });
		addCalendarUrlRoutes(scope, settings.publicUrl, { store, cookies, calendars });
		if (settings.webVitals) addWebVitalsRoute(scope, settings, metrics, countVisits);
		const indexes = createCityIndexes({
			readPublicPage: createPublicPages({ service, tokenNeeds, clock, tier: tierOf(wholeResponses) }),
			signPictures,
			tokenNeeds,
			budget,
			allowanceOf: createAllowances(clock, shared?.attempt, alone?.workers),
			clock,
			log: app.log,
		});
		addSearchRoutes(scope, reader, indexes, withCaller, brand);
		addFrontRoute(scope, settings, reader, withCaller);
		const isForDevelopers = brand().surfaces.includes('developers');
		if (isForDevelopers && settings.sandboxControl !== undefined)
			addSandboxControlRoutes(scope, settings.sandboxControl, settings.publicUrl);
		if (isForDevelopers && settings.conformance !== undefined)
			addConformanceRoute(scope, settings.conformance);
		addApiRoutes(scope, {
			service,
			read,
			tokenNeeds,
			signPictures,
			store,
			cookies,
			sessionCalls,
			cache,
			ownLists,
			ownWrites,
			writtenEvents,
			budget,
			metrics,
			directLimit: createDirectLimit(settings.sandboxControl !== undefined, countVisits),
			clock,
		});
	});
	const work = createPictureWork(app, settings);
	addImageRoute(app, { work, signatures, metrics });
	await addEventPictureRoute(app, settings, { brand, reader, work, metrics });
	addHealthRoutes(app, {
		isStoreReady: store.isReady,
		pausedOperations: service.pausedOperations,
		isDraining: () => isDraining,
	});
	await addStaticFiles(app, settings.webDir, brand().origin === 'own');
	addBrandFileRoute(app, brand);
	addLegalRoutes(app, brand);
	addFeedRoutes(app, settings, { brand, reader, calendars, withCaller });
	addOwnCalendarRoute(app, settings, { brand, readOwnEvents, calendars, clock });
	addEmbedRoute(app, settings, brand, reader);
	addCrawlerRoutes(app, settings, reader, cache);
	await addPageRoutes(app, settings, brand, reader, (request) => {
		const id = cookies.session(request);
		return id === undefined ? undefined : writtenEvents.readNow(id);
	});

	app.addHook('onClose', async () => {
		clearInterval(exchanging);
		await writtenEvents.close();
		await service.close();
		await store.close();
		await calendars.close();
		changes.close();
		redis?.close();
		await tracing.close();
	});
	try {
		await app.listen({ host: settings.host, port: settings.port });
	} catch (error) {
		await app.close();
		throw error;
	}
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('the app has no port');
	return {
		origin: `http://${settings.host}:${address.port}`,
		port: address.port,
		close: async () => {
			isDraining = true;
			await wait(settings.drainSeconds * 1000);
			// A client that reads a response very slowly, or not at all, must not keep the process alive.
			const impatience = setTimeout(() => app.server.closeAllConnections(), closingPatience);
			await app.close();
			clearTimeout(impatience);
		},
	};
}
