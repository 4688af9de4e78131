/** Serves files of other builds of the web app: what is in this one is served by `http/static-files.ts`. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { serverPatterns } from '../../contract/paths.ts';
import { keptForAYear } from '../http/cache-control.ts';
import { ProblemError } from '../http/problem.ts';
import type { AssetStore, BuiltFile } from '../storage/asset-store.ts';

/** Milliseconds after which the files are kept again: Redis may have lost them, and sooner when it was away or slow. */
const renewal = { usual: 600_000, afterFailure: 5_000 };

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
};

/** The files of this build whose names have a hash, each in its smallest form; none for a web app of one page alone. */
async function readBuiltFiles(webDir: string): Promise<BuiltFile[]> {
	const folder = path.join(webDir, 'assets');
	const names = new Set(existsSync(folder) ? await readdir(folder) : []);
	const kept = [...names]
		.filter((name) => path.extname(name) in types)
		.map((name) => (names.has(`${name}.br`) ? `${name}.br` : name));
	return Promise.all(kept.map(async (name) => ({ name, body: await readFile(path.join(folder, name)) })));
}

/**
 * Keeps the files of this build, before the first page names them, and serves those that other builds have kept.
 *
 * @param webDir folder of the built web app
 */
export async function addEarlierAssets(
	app: FastifyInstance,
	webDir: string,
	assets: AssetStore,
): Promise<void> {
	const files = await readBuiltFiles(webDir);
	let next: NodeJS.Timeout | undefined;
	let isOpen = true;
	const keep = async (): Promise<void> => {
		let pause = renewal.usual;
		try {
			await assets.keep(files);
		} catch (error) {
			app.log.warn({ err: error }, 'the files of this build are not kept yet');
			pause = renewal.afterFailure;
		}
		if (isOpen) next = setTimeout(() => void keep(), pause).unref();
	};
	await keep();
	app.addHook('onClose', async () => {
		isOpen = false;
		clearTimeout(next);
	});

	app.get<{ Params: { file: string } }>(serverPatterns.earlierAsset, async (request, reply) => {
		const { file } = request.params;
		const type = types[path.extname(file)];
		const found = type === undefined ? undefined : await assets.find(file);
		if (type === undefined || found === undefined)
			throw new ProblemError('not_found', 'There is nothing at this URL.');
		reply.header('cache-control', keptForAYear).header('vary', 'accept-encoding').type(type);
		if (found.name === file) return found.body;
		const acceptsBrotli = new Negotiator(request.raw).encodings(['br']).includes('br');
		if (!acceptsBrotli) return promisify(brotliDecompress)(found.body);
		return reply.header('content-encoding', 'br').send(found.body);
	});
}
