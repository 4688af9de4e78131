/** Calls to the service while 10,000 visitors, 1,000 of them signed in, load five full pages each; and throughput. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { Pool } from 'undici';
import { startBff } from '../../src/bff/app.ts';
import { createEncryption, newSecret } from '../../src/bff/session/encryption.ts';
import { createSessionStore } from '../../src/bff/session/session-store.ts';
import { openSqliteStore } from '../../src/bff/store/sqlite-store.ts';
import { createStore } from '../../src/bff/store/store.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { bffPatterns } from '../../src/contract/paths.ts';
import { publicUrl, settingsFor, writeWeb } from '../bff/settings-for.ts';
import { listen } from '../listen.ts';
import { median, report } from './report.ts';

const visitors = { all: 10_000, signedIn: 1_000 };
const pages = ['/cities/1', '/cities/1?day_type=today', '/events/1', '/events/2', '/cities/1?day_type=week'];
/** What the app requests after a full page of a signed-in person. */
const ofPerson = [bffPatterns.session, `${bffPatterns.relations}?status=ongoing`];
const rounds = { count: 5, ms: 2_000 };

const event = (index: number) => ({
	id: String(index),
	title: `Event ${index} with a title of usual length`,
	content: `<p>${'word '.repeat(900)}</p>`,
	begin_time: '2099-12-21 19:00:00',
	end_time: '2099-12-21 21:00:00',
	address: 'a street in the city, house 5',
	geo: '39.9 116.4',
	loc_id: '1',
	loc_name: 'City',
	owner: { id: '7', uid: 'o', name: 'Owner', avatar: '', alt: '' },
	participant_count: 3,
	wisher_count: 4,
	is_priv: 'no',
});

function bodyFor({ url = '/' }: IncomingMessage): unknown {
	const { pathname, searchParams } = new URL(url, 'http://service');
	const count = Number(searchParams.get('count') ?? 20);
	if (/^\/v2\/event\/\d+$/.test(pathname)) return event(Number(pathname.split('/').at(-1)));
	if (pathname.startsWith('/v2/loc')) {
		const loc = { id: '1', name: 'City', uid: '1', parent: '', habitable: 'yes' };
		return pathname.endsWith('/list') ? { count: 1, start: 0, total: 1, locs: [loc] } : loc;
	}
	const own = pathname.includes('/user_');
	const events = Array.from({ length: own ? 5 : count }, (_, index) => event(index + 1));
	return { count: events.length, start: 0, total: events.length, events };
}

/** @returns true: counts have no limit, and throughput depends on the machine */
export async function run(): Promise<boolean> {
	await using stack = new AsyncDisposableStack();
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-rush-'));
	stack.defer(() => rm(folder, { recursive: true, force: true }));
	await writeWeb(path.join(folder, 'web'));
	const calls = { shared: 0, personal: 0 };
	const service = createServer((request, response) => {
		calls[request.headers.authorization === undefined ? 'shared' : 'personal'] += 1;
		response.setHeader('content-type', 'application/json').end(JSON.stringify(bodyFor(request)));
	});
	const origin = `http://127.0.0.1:${await listen(service)}`;
	stack.defer(() => void service.close());

	const sessionKeys = [newSecret()];
	const store = createStore(openSqliteStore(path.join(folder, 'daybill.sqlite'), Date.now));
	const sessions = createSessionStore(store, createEncryption(sessionKeys), Date.now);
	const ids = Array.from({ length: visitors.signedIn }, newSecret);
	for (const [index, id] of ids.entries()) {
		const tokens = { accessToken: id, refreshToken: null, expiresIn: 86_400, receivedAt: Date.now() };
		await sessions.create(id, { userId: String(index), scope: 'event_basic_w', tokens });
	}
	await store.close();
	const settings = { webDir: path.join(folder, 'web'), dataDir: folder, sessionKeys };
	const bff = await startBff(settingsFor(origin, settings));
	stack.defer(() => bff.close());
	const bare = fastify();
	bare.get('/', async () => ({ hello: 'world' }));
	const bareOrigin = await bare.listen({ port: 0, host: '127.0.0.1' });
	stack.defer(() => bare.close());

	const pool = stack.use(asDisposable(new Pool(bff.origin, { connections: 16 })));
	const get = async (target: string, id?: string) => {
		const headers = { host: new URL(publicUrl).host, [csrfHeader]: '1', 'accept-encoding': 'br' };
		const cookie = id === undefined ? {} : { cookie: `daybill=${id}` };
		const { statusCode, body } = await pool.request({
			method: 'GET',
			path: target,
			headers: { ...headers, ...cookie },
		});
		await body.dump();
		if (statusCode !== 200) throw new Error(`${target} responds with ${statusCode}`);
	};
	const visit = async (index: number) => {
		const id = ids[index];
		for (const page of pages) {
			await get(page, id);
			if (id !== undefined) for (const target of ofPerson) await get(target, id);
		}
	};
	let next = 0;
	await Promise.all(
		Array.from({ length: 16 }, async () => {
			while (next < visitors.all) await visit(next++);
		}),
	);
	const counted = { ...calls };

	const rateOf = async (send: () => Promise<unknown>) => {
		let sent = 0;
		const until = performance.now() + rounds.ms;
		await Promise.all(
			Array.from({ length: 16 }, async () => {
				while (performance.now() < until) {
					await send();
					sent += 1;
				}
			}),
		);
		return (sent * 1_000) / rounds.ms;
	};
	const barePool = stack.use(asDisposable(new Pool(bareOrigin, { connections: 16 })));
	const sendBare = async () => (await barePool.request({ method: 'GET', path: '/' })).body.dump();
	const list = (count: number) => () => get(`/api/cities/1/events?day_type=future&start=0&count=${count}`);
	const ratios: Record<string, number[]> = { 'list of 20': [], 'list of 100': [] };
	for (let round = 0; round < rounds.count; round++) {
		const base = await rateOf(sendBare);
		ratios['list of 20']?.push((await rateOf(list(20))) / base);
		ratios['list of 100']?.push((await rateOf(list(100))) / base);
	}
	return report('rush', [
		{ what: 'Calls without a token', value: counted.shared, unit: 'calls' },
		{ what: 'Calls with a token', value: counted.personal, unit: 'calls' },
		...Object.entries(ratios).map(([what, values]) => ({
			what: `Requests per second: cached ${what}`,
			value: median(values),
			unit: '× a bare route',
		})),
	]);
}

const asDisposable = (pool: Pool) => Object.assign(pool, { [Symbol.asyncDispose]: () => pool.destroy() });
