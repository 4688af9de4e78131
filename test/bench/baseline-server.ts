/**
 * The baselines of benches in a separate process. Argument: `{body}` for a bare Fastify route that sends this text at every path,
 * `{upstream}` for `@fastify/http-proxy` in front of that origin.
 */
import type { AddressInfo } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const { body, upstream } = JSON.parse(process.argv[2] ?? '{}') as { body?: string; upstream?: string };

const app = fastify();
if (upstream !== undefined) await app.register(httpProxy, { upstream, prefix: '/api' });
else app.all('/*', (_request, reply) => void reply.type('application/json; charset=utf-8').send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready ${(app.server.address() as AddressInfo).port}\n`);
process.on('SIGTERM', () => process.exit(0));
