import path from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The route serves a file of the built app. */
		isFile?: true;
	}
}

/** Caching for URLs that change whenever their content does. */
export const unchanging = 'public, max-age=31536000, immutable';

function cacheControlOf(file: string): string {
	if (file.includes(`${path.sep}assets${path.sep}`)) return unchanging;
	// An outdated service worker would go on showing the outdated app.
	return path.basename(file) === 'sw.js' ? 'no-cache' : 'public, max-age=3600';
}

/** @param root folder of the built app, which also has the larger files compressed with Brotli and gzip */
export async function addStaticFiles(
	app: FastifyInstance,
	root: string,
	hasOwnBrand: boolean,
): Promise<void> {
	await app.register(async (scope) => {
		scope.addHook('onRoute', (route) => {
			route.config = { ...route.config, isFile: true };
		});
		await scope.register(statics, {
			root,
			index: false,
			preCompressed: true,
			wildcard: false,
			globIgnore: hasOwnBrand ? ['icon.svg*', 'icon-*.png'] : [],
			setHeaders: (reply, file) => void reply.header('cache-control', cacheControlOf(file)),
		});
	});
}
