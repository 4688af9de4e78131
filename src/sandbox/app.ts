/** The sandbox, an embedded service that implements the whole specification: its hooks and routes in order. */
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createBoundedServer } from '../servers/bounded-server.ts';
import { addCookies } from '../servers/cookies.ts';
import { addControlRoutes } from './control/control-routes.ts';
import { addDataRoutes } from './events/event-routes.ts';
import { addImageRoutes } from './image-routes.ts';
import {
	addAuthorizationRoutes,
	addConsentsRoutes,
	addSignInRoute,
	addTokenRoute,
} from './oauth/authorize.ts';
import { cookieNames } from './oauth/sign-ins.ts';
import { addDocsRoutes } from './pages/docs-page.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addErrorResponses, frameworkErrors } from './requests/error-responses.ts';
import { requireKnownHost, requireOwnPages } from './requests/foreign-requests.ts';
import { addRequestQueues } from './requests/request-queues.ts';
import { openSandbox, type SandboxOptions } from './sandbox.ts';

/** Logs nothing that a client sends, because URLs contain codes, tokens and secrets. */
const logSerializers = {
	req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
	err: ({ name, message, stack = '' }: Error) => ({ type: name, message, stack }),
} as const;

const host = '127.0.0.1';

/** Maximum length of an identifier in a path, in characters. It can be any string, but services use shorter ones. */
const maxIdLength = 4_000;

/**
 * Opens the database, seeds it if it is empty, and listens.
 * @throws the system's error if the port is in use (`EADDRINUSE`) or the database can't be opened
 */
export async function startSandbox(options: SandboxOptions) {
	const app: FastifyInstance = fastify({
		logger: { level: options.logLevel ?? 'silent', serializers: logSerializers },
		bodyLimit: 64 * 1024,
		trustProxy: options.trustProxy ? [...options.trustProxy] : false,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		serverFactory: (serve) => createBoundedServer(serve, options),
		frameworkErrors,
		return503OnClosing: false,
		routerOptions: { maxParamLength: maxIdLength, ignoreTrailingSlash: false },
	});
	/** {base_url}, {auth_url} and the origin of URLs in responses. Known once the sandbox listens. */
	let origin = '';
	const ownOrigin = () => origin;
	const sandbox = openSandbox(options, ownOrigin);

	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_request: unknown, body: string) => new URLSearchParams(body),
	);
	// Node would put the machine's time into this header, even after the virtual clock was moved.
	app.addHook('onRequest', async (_request, reply) => {
		if (sandbox.clock.isMoved()) reply.header('date', new Date(sandbox.clock.now()).toUTCString());
	});
	addRequestQueues(app);
	requireKnownHost(app, options.allowedHosts);
	addErrorResponses(app, sandbox);
	// Only these routes need cookies and form checks, and hooks slow down every call that they run for.
	await app.register(async (scope) => {
		await addCookies(scope, cookieNames);
		requireOwnPages(scope);
		addSignInRoute(scope, sandbox);
		addAuthorizationRoutes(scope, sandbox);
		addConsentsRoutes(scope, sandbox);
		addPageRoutes(scope, sandbox);
	});
	addTokenRoute(app, sandbox);
	addDataRoutes(app, sandbox);
	addDocsRoutes(app, ownOrigin);
	addImageRoutes(app, sandbox.database);
	if (options.control !== false) await app.register(async (scope) => addControlRoutes(scope, sandbox));

	app.addHook('onClose', async () => sandbox.database.close());
	origin = await app.listen({ host, port: options.port });
	const { timeZone } = sandbox.clock;
	return { origin, port: Number(new URL(origin).port), timeZone, log: app.log, close: () => app.close() };
}
