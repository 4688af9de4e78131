/** Starts the BFF, the server between browser and service. Hooks run in the order of registration. */
import compress from '@fastify/compress';
import { addCookies } from '../servers/cookies.ts';
import { addApiRoutes, addRelationRoutes } from './api/api-routes.ts';
import { daybillBrand } from './brand/daybill-brand.ts';
import { addRawRoutes } from './developers/raw-routes.ts';
import { addSandboxRoutes } from './developers/sandbox-routes.ts';
import { addRequestLimits, addRequestQueues } from './fairness/request-limits.ts';
import { addVisitorContext } from './fairness/visitor.ts';
import { createCalendarLinks } from './feeds/calendar-links.ts';
import { addEmbedRoutes } from './feeds/embed-routes.ts';
import { addFeedRoutes } from './feeds/feed-routes.ts';
import { addCalendarUrlRoutes, addOwnCalendarRoute } from './feeds/own-calendar-routes.ts';
import { compression } from './http/compression.ts';
import { requireKnownHost } from './http/known-hosts.ts';
import { rejectForeignElements, requireSameSite } from './http/same-site.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { createServer, listen, type RunningServer } from './http/server.ts';
import { addStaticFiles } from './http/static-files.ts';
import { addCardRoute } from './images/card-route.ts';
import { createImagePool } from './images/image-pool.ts';
import { addImageRoute } from './images/image-route.ts';
import { addWeekendRoute } from './images/weekend-route.ts';
import { addHealthRoutes } from './operating/health-routes.ts';
import { addMetricsRoute, addWebVitalsRoute } from './operating/metrics.ts';
import { addBrandRoutes } from './pages/brand-routes.ts';
import { addCrawlerRoutes } from './pages/crawler-routes.ts';
import { addFrontRoute } from './pages/front.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addRelatedRoute } from './pages/related.ts';
import { createParts } from './parts.ts';
import { addErrorHandler } from './problems/problem.ts';
import { addSearchRoutes, createFinder } from './search/search-routes.ts';
import type { BffSettings } from './settings.ts';
import { addSessionRoutes } from './sign-in/session-routes.ts';
import { addTokenRoute } from './sign-in/token-route.ts';

/** @throws the system's error if the port is in use (`EADDRINUSE`) or the data folder isn't writable */
export async function startBff(settings: BffSettings): Promise<RunningServer> {
	const app = createServer(settings);
	if (settings.traces !== undefined) {
		const { addTracing } = await import('./operating/tracing.ts');
		await addTracing(app, settings.traces, settings);
	}
	const parts = await createParts(app, settings);
	const { brand, cookies, metrics, outages, store } = parts;
	const calendars = createCalendarLinks(store, parts.encryption);

	addErrorHandler(app, brand);
	addSecurityHeaders(app, settings, parts.pagePolicy, brand);
	// Comes before everything that rejects requests: rejected ones, too, wait in these queues and count in the limits.
	addRequestQueues(app, settings);
	await addCookies(app, cookies.patterns);
	addRequestLimits(app, settings, cookies.session, parts.limiters);
	requireKnownHost(app, settings);
	rejectForeignElements(app);
	addVisitorContext(app);
	addMetricsRoute(app, metrics, settings);
	const finder = createFinder(parts, app.log);
	await app.register(compress, compression);
	const imagePool = createImagePool(app, settings, metrics);
	await app.register(async (scope) => {
		requireSameSite(scope, settings.publicUrl);
		addSessionRoutes(scope, parts);
		addTokenRoute(scope, parts, calendars.attachSession);
		addCalendarUrlRoutes(scope, parts, calendars);
		addWeekendRoute(scope, parts, imagePool);
		if (settings.webVitals) addWebVitalsRoute(scope, metrics);
		addSearchRoutes(scope, parts, finder);
		addFrontRoute(scope, parts);
		addRelatedRoute(scope, parts);
		addApiRoutes(scope, parts);
		addRelationRoutes(scope, parts);
		if (brand().surfaces.includes('developers')) {
			const { sandbox, publicUrl } = settings;
			addRawRoutes(scope, parts);
			if (sandbox !== undefined) addSandboxRoutes(scope, sandbox, publicUrl);
		}
	});
	addImageRoute(app, parts, imagePool);
	addCardRoute(app, parts, imagePool);
	const startDraining = addHealthRoutes(app, () => store.set('probe', '', 60_000), outages.report);
	await addStaticFiles(app, settings.webDir, brand() !== daybillBrand);
	addBrandRoutes(app, brand);
	addFeedRoutes(app, parts);
	addOwnCalendarRoute(app, parts, calendars);
	addEmbedRoutes(app, parts);
	addCrawlerRoutes(app, parts);
	await addPageRoutes(app, parts, finder);
	return listen(app, settings, startDraining);
}
