/** The files of the built web app. */
import path from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { keptForAYear } from './cache-control.ts';

const maxAge = {
	/** Files with a hash in their name never change. */
	hashed: keptForAYear,
	/** An old service worker would keep an old app. */
	serviceWorker: 'no-cache',
	other: 'public, max-age=3600',
};

function cacheControlOf(file: string): string {
	if (file.includes(`${path.sep}assets${path.sep}`)) return maxAge.hashed;
	return file.endsWith(`${path.sep}sw.js`) ? maxAge.serviceWorker : maxAge.other;
}

/** What shows Daybill's own brand. */
const ownBrandFiles = ['icon.svg*', 'icon-*.png', 'manifest.webmanifest*'];

/**
 * @param root folder of the build, which has a Brotli and a gzip form beside its larger files
 * @param hasOwnBrand whether the files that show Daybill's brand are left out
 */
export async function addStaticFiles(
	app: FastifyInstance,
	root: string,
	hasOwnBrand: boolean,
): Promise<void> {
	await app.register(statics, {
		root,
		index: false,
		preCompressed: true,
		wildcard: false,
		globIgnore: hasOwnBrand ? ownBrandFiles : [],
		setHeaders: (reply, file) => void reply.header('cache-control', cacheControlOf(file)),
	});
}
