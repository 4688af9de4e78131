/** A page of the same packages without Daybill: what a client-rendered list costs on the same machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import compress from '@fastify/compress';
import serveFiles from '@fastify/static';
import fastify from 'fastify';
import { build } from 'vite';

/** Builds and serves the page. @returns its URL */
export async function startBarePage(stack: AsyncDisposableStack): Promise<string> {
	const outDir = await mkdtemp(path.join(tmpdir(), 'daybill-bare-'));
	stack.defer(() => rm(outDir, { recursive: true, force: true }));
	const root = path.join(import.meta.dirname, 'bare');
	await build({ root, configFile: false, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
	const server = fastify();
	await server.register(compress);
	await server.register(serveFiles, { root: outDir });
	server.get('/list.json', async () =>
		Array.from({ length: 20 }, (_, id) => ({ id, title: `Event ${id} with a title of usual length` })),
	);
	stack.defer(() => server.close());
	return server.listen({ port: 0, host: '127.0.0.1' });
}
