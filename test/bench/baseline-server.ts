/**
 * The baselines of benches in a separate process. Argument: `{body}` for a bare Fastify route that sends this
 * text at every path, `{bytes}` for a server of Node alone that has the text as bytes at hand, `{upstream}` for
 * `@fastify/http-proxy` in front of that origin, `{folder}` for `@fastify/static`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';

const { body, bytes, upstream, folder } = JSON.parse(process.argv[2] ?? '{}') as {
	body?: string;
	bytes?: string;
	upstream?: string;
	folder?: string;
};

/** @returns the port */
async function listenWithNode(text: string): Promise<number> {
	const sent = Buffer.from(text);
	const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': sent.length };
	const server = createServer((_request, response) => response.writeHead(200, headers).end(sent));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

const app = fastify();
if (upstream !== undefined) await app.register(httpProxy, { upstream, prefix: '/api' });
else if (folder !== undefined) await app.register(fastifyStatic, { root: folder });
else {
	app.all('/*', (_request, reply) => {
		reply.type('application/json; charset=utf-8').send(body);
	});
}
/** @returns the port */
async function listenWithFastify(): Promise<number> {
	await app.listen({ host: '127.0.0.1', port: 0 });
	return (app.server.address() as AddressInfo).port;
}
const port = bytes === undefined ? await listenWithFastify() : await listenWithNode(bytes);
process.stdout.write(`ready ${port}\n`);
process.on('SIGTERM', () => process.exit(0));
