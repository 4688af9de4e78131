/** The BFF: what stands between the browser and the service. This file lists its parts in order. */
import path from 'node:path';
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
import { addImageRoute } from './images/routes.ts';
import { addPageRoutes } from './pages/routes.ts';
import { ProblemError, sendProblem } from './problem.ts';
import { addProxyRoutes } from './proxy/routes.ts';
import { createSharedCache } from './proxy/shared-cache.ts';
import { requireSameSite } from './same-site.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { connectService } from './service.ts';
import { createCookies } from './session/cookies.ts';
import { createEncryption, loadSessionKeys } from './session/encryption.ts';
import { createRefresher } from './session/refresh.ts';
import { openSqliteStore } from './session/sqlite-store.ts';
import type { BffSettings } from './settings.ts';

export interface RunningBff {
	origin: string;
	port: number;
	/** Stops taking calls, ends those under way, closes the store. */
	close(): Promise<void>;
}

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
		trustProxy: settings.trustProxy === false ? false : [...settings.trustProxy],
		bodyLimit: 16 * 1024,
		forceCloseConnections: 'idle',
		routerOptions: { maxParamLength: 200 },
	});
	const encryption = createEncryption(loadSessionKeys(settings.sessionKeys, settings.dataDir));
	const store = openSqliteStore(
		settings.dataDir === ':memory:' ? ':memory:' : path.join(settings.dataDir, 'sessions.sqlite'),
		encryption,
		clock,
	);
	const service = connectService(settings);
	const cookies = createCookies(settings.publicUrl);
	const cache = createSharedCache();
	const seenLimits = new LRUCache<string, RateLimit>({ max: 10_000 });
	const refresher = createRefresher(store, service, clock, app.log);

	addErrorAnswers(app);
	addSecurityHeaders(app, settings);
	await app.register(cookie);
	await app.register(compress, {
		encodings: ['br', 'gzip'],
		threshold: 1024,
		brotliOptions: { params: { 1: 5 } },
	});
	await app.register(async (scope) => {
		scope.addHook('onRequest', requireSameSite(settings.publicUrl));
		scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
		addLoginRoute(scope, store, cookies, clock);
		addTokenRoute(scope, settings, { store, cookies, service, clock });
		addSessionRoutes(scope, { store, cookies, seenLimits });
		addProxyRoutes(scope, { service, store, cookies, refresher, cache, seenLimits, clock });
	});
	addImageRoute(app, settings);
	app.get('/healthz', async () => ({ status: 'ok' }));
	app.get('/readyz', async (_request, reply) =>
		reply.code((await store.isReady()) ? 200 : 503).send({ ok: await store.isReady() }),
	);
	await app.register(statics, {
		root: settings.webDir,
		index: false,
		preCompressed: true,
		wildcard: false,
		setHeaders: setFileHeaders,
	});
	addPageRoutes(app, settings, service, cache);

	app.addHook('onClose', async () => {
		await service.close();
		await store.close();
	});
	await app.listen({ host: settings.host, port: settings.port });
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('the app does not listen on a port');
	return { origin: `http://${settings.host}:${address.port}`, port: address.port, close: () => app.close() };
}

/** Files with a hash in their name never change; others are asked for anew. */
function setFileHeaders(reply: FastifyReply, file: string): void {
	const isHashed = file.includes(`${path.sep}assets${path.sep}`);
	reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
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
