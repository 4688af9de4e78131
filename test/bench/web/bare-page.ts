/** The page that the others are measured beside: the smallest of React, router and query, with one request. */
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { build } from 'vite';

/** @returns the folder of its build */
async function buildBarePage(folder: string): Promise<string> {
	const source = path.join(folder, 'source');
	await mkdir(source, { recursive: true });
	await writeFile(
		path.join(source, 'index.html'),
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="baseline"><title>Baseline</title></head><body><div id="root"></div><script type="module" src="./main.js"></script></body></html>',
	);
	await writeFile(
		path.join(source, 'main.js'),
		`import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
function Page() { const { data } = useQuery({ queryKey: ['x'], queryFn: async () => (await fetch('/data.json')).json() }); return h('main', null, h('h1', null, 'Baseline'), h('p', null, data ? data.text : '…')); }
createRoot(document.getElementById('root')).render(h(QueryClientProvider, { client: new QueryClient() }, h(BrowserRouter, null, h(Routes, null, h(Route, { path: '*', element: h(Page) })))));`,
	);
	await writeFile(path.join(source, 'data.json'), '{"text":"data"}');
	const outDir = path.join(folder, 'dist');
	const root = path.resolve(import.meta.dirname, '../../..');
	await build({
		root: source,
		configFile: false,
		logLevel: 'silent',
		resolve: {
			alias: Object.fromEntries(
				['react', 'react-dom', 'react-router', '@tanstack/react-query'].map((name) => [
					name,
					path.join(root, 'node_modules', name),
				]),
			),
		},
		build: { outDir, emptyOutDir: true },
	});
	await writeFile(path.join(outDir, 'data.json'), '{"text":"data"}');
	return outDir;
}

/** Serves it, compressed. @param folder for its source and build */
export async function startBarePage(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
	const server = fastify();
	await server.register(compress, { encodings: ['br', 'gzip'] });
	await server.register(fastifyStatic, { root: await buildBarePage(folder) });
	await server.listen({ host: '127.0.0.1', port: 0 });
	const { port } = server.server.address() as AddressInfo;
	return { url: `http://localhost:${port}/`, stop: () => server.close() };
}
