/**
 * The BFF compared with its baselines: a cached list with a bare Fastify route of the same bytes and with nginx's
 * proxy_cache, uncached reads and writes with @fastify/http-proxy, rendered pages with a bare route of the same bytes, and the
 * look-up of sessions in both stores.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newSecret } from '../../src/bff/session/encryption.ts';
import type { SessionStore } from '../../src/bff/session/session-store.ts';
import { openStore } from '../../src/bff/store/open-store.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { openRedisSessions, sessionsOn } from '../bff/session/backends.ts';
import { asChild, type Child, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { judged } from './aims.ts';
import { loadInTurns } from './measure.ts';
import { measureRenderedPages } from './rendered-pages.ts';
import { type Row, report } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
const publicUrl = 'http://localhost:3000';
const listPath = '/v2/event/list?loc=108288&day_type=week';

function nginxPath(): string {
	const found = spawnSync('which', ['nginx'], { encoding: 'utf8' }).stdout.trim();
	if (found === '') throw new Error('nginx is missing: apt-get install nginx-light');
	return found;
}

async function startNginx(upstream: string, folder: string): Promise<Child> {
	const port = await freePort();
	// When started as root, its workers would run as a user who may not read this folder.
	const user = process.getuid?.() === 0 ? 'user root;' : '';
	const config = `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=c:10m;
  server { listen 127.0.0.1:${port};
    location / { proxy_pass ${upstream}; proxy_cache c; proxy_cache_valid 200 10m; }
  }
}`;
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, 'nginx.conf'), config);
	const child = spawn(nginxPath(), ['-c', path.join(folder, 'nginx.conf'), '-p', folder], {
		stdio: 'inherit',
	});
	const origin = `http://127.0.0.1:${port}`;
	for (let tries = 0; tries < 100; tries++) {
		if (
			await fetch(origin).then(
				() => true,
				() => false,
			)
		)
			break;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	return asChild(child, origin);
}

async function lookUpRate(store: SessionStore, id: string): Promise<{ rate: number; p99: number }> {
	const times: number[] = [];
	const startedAt = performance.now();
	for (let index = 0; index < 20_000; index++) {
		const before = performance.now();
		await store.get(id);
		times.push(performance.now() - before);
	}
	const seconds = (performance.now() - startedAt) / 1000;
	return {
		rate: times.length / seconds,
		p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
	};
}

/** @param seconds the length of each measurement @returns whether the aims were met */
export async function run({ seconds = 5 }: { seconds?: number } = {}): Promise<boolean> {
	if (await isWebBuildStale(root, webDir)) await buildWeb(root);
	await using stack = new AsyncDisposableStack();
	const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'daybill-bench-'))).path;
	const start = async (child: Promise<Child>) => stack.use(await child).origin;
	const sandbox = await start(
		startChild('test/sandbox/sandbox-process.ts', {
			port: 0,
			database: ':memory:',
			seed: 'demo',
			redirectUri: `${publicUrl}/callback`,
		}),
	);
	const tokens = (await (
		await fetch(`${sandbox}/_sandbox/tokens`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
			body: JSON.stringify({ client_id: 'daybill-demo', user_id: '1001' }),
		})
	).json()) as { access_token: string; refresh_token: string; expires_in: number };
	const key = newSecret();
	const id = newSecret();
	const sqlite = sessionsOn((await openStore({ redisUrl: null, dataDir: folder }, Date.now, console)).store, [
		key,
	]);
	const session = {
		userId: '1001',
		scope: 'event_basic_r,event_basic_w',
		tokens: {
			accessToken: tokens.access_token,
			refreshToken: tokens.refresh_token,
			expiresIn: tokens.expires_in,
			receivedAt: Date.now(),
		},
	};
	await sqlite.create(id, session);

	// A bare upstream for the proxied calls, so that the sandbox's own work does not hide the difference.
	const { events } = (await (await fetch(`${sandbox}${listPath}&count=100`)).json()) as WireEventList;
	const eventIds = events.map(({ id }) => id);
	const bareEvent = await start(
		startChild('test/bench/baseline-server.ts', { body: JSON.stringify(events[0]) }),
	);
	const settings = {
		...readSettings({
			PUBLIC_URL: publicUrl,
			SESSION_KEYS: key,
			LOG_LEVEL: 'silent',
			VISITOR_LIMITS: 'off',
		}).bff,
		port: 0,
		eventsBaseUrl: sandbox,
		eventsAuthUrl: sandbox,
		clientId: 'daybill-demo',
		clientSecret: 'daybill-demo-secret',
		dataDir: folder,
		webDir: folder,
	};
	await writeFile(
		path.join(folder, 'index.html'),
		'<html lang="en"><!--head--><div id="root"></div><!--page-data--></html>',
	);
	const cachedBff = await start(startChild('test/bff/bff-process.ts', settings));
	const proxiedBff = await start(
		startChild('test/bff/bff-process.ts', { ...settings, eventsBaseUrl: bareEvent }),
	);
	const pagesBff = stack.use(await startChild('test/bff/bff-process.ts', { ...settings, webDir }));
	const headers = { [csrfHeader]: '1' };
	const listBody = await (
		await fetch(`${cachedBff}/api/cities/108288/events?day_type=week`, { headers })
	).text();
	const bareList = await start(startChild('test/bench/baseline-server.ts', { body: listBody }));
	const proxy = await start(startChild('test/bench/baseline-server.ts', { upstream: bareEvent }));
	const bareNode = await start(startChild('test/bench/baseline-server.ts', { bytes: listBody }));
	const nginx = await start(startNginx(bareList, path.join(folder, 'nginx')));

	const cookie = `daybill=${id}`;
	const authorization = `Bearer ${tokens.access_token}`;
	const figures = await loadInTurns({
		bare: { url: `${bareList}/list`, seconds },
		node: { url: `${bareNode}/list`, seconds },
		nginx: { url: `${nginx}/list`, seconds },
		cached: { url: `${cachedBff}/api/cities/108288/events?day_type=week`, headers, seconds },
		proxyRead: { url: `${proxy}/api/events/10`, headers: { authorization }, seconds },
		read: { url: `${proxiedBff}/api/events/10`, headers: { ...headers, cookie }, seconds },
		proxyWrite: {
			url: `${proxy}/api/events/10/wishers`,
			method: 'POST',
			headers: { authorization },
			seconds,
		},
		write: {
			url: `${proxiedBff}/api/events/10/wishers`,
			method: 'POST',
			headers: { ...headers, cookie, origin: publicUrl },
			seconds,
		},
	});
	const row = (
		what: string,
		name: keyof typeof figures,
		baseline?: { name: keyof typeof figures; label: string },
	): Row => {
		const { rate, p99 } = figures[name];
		const ratio = baseline === undefined ? undefined : rate / figures[baseline.name].rate;
		return {
			what,
			value: rate,
			unit: 'requests/s',
			p99,
			baseline: baseline?.label,
			ratio,
		};
	};
	const rates = (name: keyof typeof figures, baseline: keyof typeof figures) =>
		figures[name].rate / figures[baseline].rate;
	// Load is measured in whole milliseconds, and none is not a divisor.
	const p99s = (name: keyof typeof figures, baseline: keyof typeof figures) =>
		figures[name].p99 / figures[baseline].p99;
	const rows: Row[] = [
		row('bare Fastify route, a list', 'bare'),
		row('nginx proxy_cache, the same list', 'nginx'),
		row('Node’s own server, its bytes at hand', 'node', { name: 'nginx', label: 'nginx' }),
		row('BFF, cached list', 'cached', { name: 'bare', label: 'bare Fastify' }),
		judged('cachedList', rates('cached', 'nginx')),
		row('@fastify/http-proxy, read', 'proxyRead'),
		row('BFF, proxied read with a session', 'read'),
		judged('proxied', rates('read', 'proxyRead'), 'read'),
		judged('proxiedP99', p99s('read', 'proxyRead'), 'read'),
		row('@fastify/http-proxy, write', 'proxyWrite'),
		row('BFF, proxied write with a session', 'write'),
		judged('proxied', rates('write', 'proxyWrite'), 'write'),
		judged('proxiedP99', p99s('write', 'proxyWrite'), 'write'),
		...(await measureRenderedPages(pagesBff, eventIds, seconds, start)),
	];
	const inSqlite = await lookUpRate(sqlite, id);
	await sqlite.close();
	rows.push({ what: 'session look-up in SQLite', value: inSqlite.rate, unit: '/s', p99: inSqlite.p99 });
	const redisPort = await freePort();
	const redis = spawn('redis-server', ['--port', String(redisPort), '--save', ''], { stdio: 'ignore' });
	stack.use(asChild(redis, ''));
	await new Promise((resolve) => setTimeout(resolve, 500));
	const redisStore = await openRedisSessions(`redis://127.0.0.1:${redisPort}`, [key]);
	await redisStore.create(id, session);
	const inRedis = await lookUpRate(redisStore, id);
	await redisStore.close();
	rows.push({
		what: 'session look-up in Redis',
		value: inRedis.rate,
		unit: '/s',
		p99: inRedis.p99,
		baseline: 'SQLite',
		ratio: inRedis.rate / inSqlite.rate,
	});
	return await report('bff', rows);
}
