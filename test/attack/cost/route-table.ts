/** The routes of a running BFF, from its own table: a new route cannot be forgotten. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { startBff } from '../../../src/bff/app.ts';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { apiPrefix } from '../../../src/contract/paths.ts';
import { operations } from '../../../src/contract/spec/operations.ts';

export interface Route {
	method: string;
	/** Pattern, such as `/events/:id`. `/*` stands for what no route has. */
	pattern: string;
}

/** Fastify announces every instance on this channel before it has a route. */
const channel = 'fastify.initialization';

/**
 * Starts a BFF with these settings, and stops it.
 *
 * @returns its routes, with one for each operation in place of `/api/v2/*`; of the files of the web app only one, and no
 * HEAD, which runs what GET runs
 */
export async function readRouteTable(settings: BffSettings): Promise<Route[]> {
	const routes: Route[] = [];
	const listen = (message: unknown) => {
		const { fastify } = message as { fastify: FastifyInstance };
		fastify.addHook('onRoute', ({ method, url }) => {
			for (const each of [method].flat()) routes.push({ method: each, pattern: url });
		});
	};
	subscribe(channel, listen);
	try {
		await (await startBff(settings)).close();
	} finally {
		unsubscribe(channel, listen);
	}
	const isFile = ({ pattern }: Route) => /\.(?!ics$|txt$|xml$)\w+$/.test(pattern);
	const everyOperation = `${apiPrefix}/v2/*`;
	const ofOperations = Object.values(operations).map(({ method, path }) => ({
		method,
		pattern: `${apiPrefix}${path}`,
	}));
	const files = routes.filter((route) => route.method === 'GET' && isFile(route));
	return [
		...routes.filter(
			(route) => route.method !== 'HEAD' && !isFile(route) && route.pattern !== everyOperation,
		),
		...(routes.some(({ pattern }) => pattern === everyOperation) ? ofOperations : []),
		{ method: 'PUT', pattern: everyOperation },
		...files.slice(0, 1),
		{ method: 'GET', pattern: '/*' },
	];
}
