/**
 * The baselines of benches in a separate process. Argument: `{body}` for a bare Fastify route that sends these
 * bytes at every path, `{upstream}` for `@fastify/http-proxy` in front of that origin, `{folder}` for `@fastify/static`.
 */
import httpProxy from '@fastify/http-proxy';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';

const { body, upstream, folder } = JSON.parse(process.argv[2] ?? '{}') as {
	body?: string;
	upstream?: string;
	folder?: string;
};
const app = fastify();
if (upstream !== undefined) await app.register(httpProxy, { upstream, prefix: '/api' });
else if (folder !== undefined) await app.register(fastifyStatic, { root: folder });
else {
	app.all('/*', (_request, reply) => {
		reply.type('application/json; charset=utf-8').send(body);
	});
}
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`ready ${typeof address === 'object' ? address?.port : 0}\n`);
process.on('SIGTERM', () => process.exit(0));
