/** The BFF: what stands between the browser and the service. This file lists its parts in order. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import statics from '@fastify/static';
import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../contract/session.ts';
import { addLoginRoute } from './auth/login.ts';
import { addSessionRoutes } from './auth/session.ts';
import { addTokenRoute } from './auth/token.ts';
import { createBudget } from './budget.ts';
import { addConformanceRoute } from './developers/conformance-route.ts';
import { addSandboxControlRoutes } from './developers/sandbox-routes.ts';
import { addEmbedRoute } from './embed/routes.ts';
import { addCalendarAddressRoutes } from './feeds/address-routes.ts';
import { openRedisCalendarStore } from './feeds/redis-calendar-store.ts';
import { addFeedRoutes } from './feeds/routes.ts';
import { openSqliteCalendarStore } from './feeds/sqlite-calendar-store.ts';
import { addImageRoute } from './images/routes.ts';
import { addMetricsRoute, createMetrics } from './metrics.ts';
import { addCrawlerRoutes } from './pages/crawlers.ts';
import { addPageRoutes } from './pages/routes.ts';
import { ProblemError, sendProblem } from './problem.ts';
import { createPublicReader } from './proxy/public-reader.ts';
import { addProxyRoutes } from './proxy/routes.ts';
import { createSharedCache } from './proxy/shared-cache.ts';
import { requireSameSite } from './same-site.ts';
import { createCityIndexes } from './search/city-indexes.ts';
import { addSearchRoute } from './search/routes.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { connectService } from './service.ts';
import { createCookies } from './session/cookies.ts';
import { createEncryption, loadSessionKeys } from './session/encryption.ts';
import { openRedisStore } from './session/redis-store.ts';
import { createRefresher } from './session/refresh.ts';
import { openSqliteStore } from './session/sqlite-store.ts';
import type { BffSettings } from './settings.ts';
import { addVisitorLimits } from './visitor-limits.ts';

export interface RunningBff {
	origin: string;
	port: number;
	/** Stops taking calls, ends those under way, closes the store. */
	close(): Promise<void>;
}

/** Milliseconds that answers under way have at the end. */
const closingPatience = 10_000;

/** @throws the system's error when the port is in use (`EADDRINUSE`) or the data folder cannot be written */
export async function startBff(settings: BffSettings): Promise<RunningBff> {
	const clock = settings.clock ?? Date.now;
	const app = fastify({
		// The address is logged without its query: a callback's holds the code.
		logger: {
			level: settings.logLevel,
			...(settings.logStream === undefined ? {} : { stream: settings.logStream }),
			serializers: { req: ({ method, url }: FastifyRequest) => ({ method, url: url.split('?')[0] ?? '' }) },
		},
		genReqId: () => randomUUID(),
		trustProxy: settings.trustProxy === false ? false : [...settings.trustProxy],
		bodyLimit: 16 * 1024,
		forceCloseConnections: 'idle',
		routerOptions: { maxParamLength: 200 },
	});
	const { dataDir, redisUrl } = settings;
	const encryption = createEncryption(loadSessionKeys(settings.sessionKeys, dataDir));
	const fileOf = (name: string) => (dataDir === ':memory:' ? dataDir : path.join(dataDir, name));
	const store =
		redisUrl === null
			? openSqliteStore(fileOf('sessions.sqlite'), encryption, clock)
			: await openRedisStore(redisUrl, encryption, clock, app.log);
	const calendars =
		redisUrl === null
			? openSqliteCalendarStore(fileOf('calendars.sqlite'), clock)
			: await openRedisCalendarStore(redisUrl, clock, app.log);
	const metrics = createMetrics();
	const budget = createBudget(clock);
	const service = connectService(settings, metrics, budget);
	const cookies = createCookies(settings.publicUrl);
	const cache = createSharedCache({
		stretch: budget.stretch,
		...(settings.clock === undefined ? {} : { now: settings.clock }),
	});
	metrics.watch('budget_remaining', budget.remaining);
	metrics.watch('cache_bytes', cache.size);
	const seenLimits = new LRUCache<string, RateLimit>({ max: 10_000 });
	const reader = createPublicReader(service, cache, app.log);
	const refresher = createRefresher(store, service, clock, app.log, metrics);
	let isDraining = false;

	addErrorAnswers(app);
	addSecurityHeaders(app, settings);
	app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
	await app.register(cookie);
	await addVisitorLimits(app, cookies, settings);
	addMetricsRoute(app, metrics, settings);
	await app.register(compress, {
		encodings: ['br', 'gzip'],
		threshold: 1024,
		brotliOptions: { params: { 1: 5 } },
	});
	await app.register(async (scope) => {
		scope.addHook('onRequest', requireSameSite(settings.publicUrl));
		scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
		addLoginRoute(scope, store, cookies, clock);
		addTokenRoute(scope, settings, { store, cookies, service, refresher, clock });
		addSessionRoutes(scope, { store, cookies, seenLimits });
		addCalendarAddressRoutes(scope, settings.publicUrl, { store, cookies, calendars });
		addSearchRoute(scope, reader, createCityIndexes(service, budget, clock, app.log));
		if (settings.sandboxControl !== undefined) addSandboxControlRoutes(scope, settings.sandboxControl);
		if (settings.conformance !== undefined) addConformanceRoute(scope, settings.conformance);
		addProxyRoutes(scope, {
			service,
			store,
			cookies,
			refresher,
			cache,
			seenLimits,
			budget,
			metrics,
			clock,
		});
	});
	addImageRoute(app, settings);
	app.get('/healthz', async () => ({ status: 'ok' }));
	app.get('/readyz', async (_request, reply) => {
		// Cached answers are given while the service is away, so that alone takes no process out of service.
		const state = {
			store: (await store.isReady()) ? 'ok' : 'unreachable',
			service: service.isPaused() ? 'unreachable' : 'ok',
			draining: isDraining,
		};
		return reply.code(state.store === 'ok' && !isDraining ? 200 : 503).send(state);
	});
	await app.register(statics, {
		root: settings.webDir,
		index: false,
		preCompressed: true,
		wildcard: false,
		setHeaders: setFileHeaders,
	});
	addFeedRoutes(app, settings, reader, calendars);
	addEmbedRoute(app, settings, reader);
	addCrawlerRoutes(app, settings, reader, cache);
	await addPageRoutes(app, settings, reader);

	app.addHook('onClose', async () => {
		await service.close();
		await store.close();
		await calendars.close();
	});
	try {
		await app.listen({ host: settings.host, port: settings.port });
	} catch (error) {
		await app.close();
		throw error;
	}
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('the app does not listen on a port');
	return {
		origin: `http://${settings.host}:${address.port}`,
		port: address.port,
		close: async () => {
			isDraining = true;
			await wait(settings.drainSeconds * 1000);
			// Who reads an answer very slowly, or not at all, must not keep the process alive.
			const impatience = setTimeout(() => app.server.closeAllConnections(), closingPatience);
			await app.close();
			clearTimeout(impatience);
		},
	};
}

/** Files with a hash in their name never change; others are asked for anew. */
function setFileHeaders(reply: FastifyReply, file: string): void {
	const isHashed = file.includes(`${path.sep}assets${path.sep}`);
	const isWorker = file.endsWith(`${path.sep}sw.js`);
	const otherwise = isWorker ? 'no-cache' : 'public, max-age=3600';
	reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : otherwise);
}

function addErrorAnswers(app: FastifyInstance): void {
	app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
		if (error instanceof ProblemError) return sendProblem(reply, error);
		const { statusCode = 500 } = error;
		if (statusCode < 500)
			return sendProblem(
				reply,
				new ProblemError('invalid_request', 'The request is malformed or too large.'),
			);
		request.log.error(error);
		return sendProblem(reply, new ProblemError('internal', 'Something went wrong here. Please try again.'));
	});
}
