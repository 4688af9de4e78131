/**
 * The BFF under load: a cached list beside a bare Fastify route of the same bytes, a write beside `@fastify/http-proxy` (which makes
 * one call where the BFF makes two), rendered pages, and the memory of the process at the end.
 */
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEncryption, newSecret } from '../../src/bff/session/encryption.ts';
import { createSessionStore } from '../../src/bff/session/session-store.ts';
import { openStore } from '../../src/bff/store/open-store.ts';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { apiPath, type ValueOf } from '../../src/contract/bff-api/api.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { operationPath } from '../../src/contract/spec/operations.ts';
import { publicUrl, settingsFor } from '../bff/settings-for.ts';
import { storeSessions } from '../bff/store-sessions.ts';
import { type Child, startChild } from '../child.ts';
import { controlOf } from '../sandbox/control.ts';
import { judged } from './aims.ts';
import { loadInTurns } from './measure.ts';
import { type Row, report } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');

/** Resident memory of a process in megabytes. */
const memoryOf = (pid: number | undefined) =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** @param seconds the length of each measurement @returns whether the budgets were met */
export async function run({ seconds = 5 }: { seconds?: number } = {}): Promise<boolean> {
	if (await isWebBuildStale(root, webDir)) await buildWeb(root);
	await using stack = new AsyncDisposableStack();
	const dataDir = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'daybill-bench-'))).path;
	const start = async (child: Promise<Child>) => stack.use(await child);
	const sandbox = await start(
		startChild('test/sandbox/sandbox-process.ts', {
			port: 0,
			database: ':memory:',
			redirectUri: `${publicUrl}/callback`,
		}),
	);
	const key = newSecret();
	const { store } = await openStore({ redisUrl: null, dataDir }, Date.now, console);
	const sessions = createSessionStore(store, createEncryption([key]), Date.now);
	const [member] = await storeSessions(sessions, controlOf(sandbox.origin), ['1001'], Date.now());
	await store.close();

	// A bare upstream for writes, so that the sandbox's own work and limits do not hide the difference.
	const list = {
		operation: 'listEvents',
		parameters: { loc: '108288', day_type: 'week', count: 20 },
	} as const;
	const wire = (await (
		await fetch(sandbox.origin + operationPath(list.operation, list.parameters))
	).json()) as { events: { id: string }[] };
	const event = wire.events[0];
	const upstream = await start(startChild('test/bench/baseline-server.ts', { body: JSON.stringify(event) }));
	const proxy = await start(startChild('test/bench/baseline-server.ts', { upstream: upstream.origin }));
	const settings = settingsFor(sandbox.origin, { dataDir, sessionKeys: [key], webDir });
	const bff = await start(startChild('test/bff/bff-process.ts', settings));
	const writing = await start(
		startChild('test/bff/bff-process.ts', { ...settings, eventsBaseUrl: upstream.origin }),
	);

	const headers = { [csrfHeader]: '1' };
	const listBody = await (await fetch(bff.origin + apiPath(list), { headers })).text();
	const { items } = JSON.parse(listBody) as ValueOf<'listEvents'>;
	const bare = await start(startChild('test/bench/baseline-server.ts', { body: listBody }));
	const id = items[0]?.id ?? '';
	const figures = await loadInTurns({
		bare: { url: `${bare.origin}/list`, seconds },
		list: { url: bff.origin + apiPath(list), headers, seconds },
		listPage: { url: `${bff.origin}/cities/beijing?day_type=week`, seconds },
		eventPage: { url: `${bff.origin}/events/${id}`, seconds },
		proxyWrite: { url: `${proxy.origin}/api/v2/event/${id}/wishers`, method: 'POST', seconds },
		write: {
			url: writing.origin + apiPath({ operation: 'wishEvent', parameters: { id } }),
			method: 'POST',
			headers: { ...headers, origin: publicUrl, cookie: `daybill=${member?.id}` },
			seconds,
		},
	});
	const row = (what: string, name: keyof typeof figures, baseline?: keyof typeof figures): Row => {
		const { rate, p99 } = figures[name];
		const ratio = baseline === undefined ? {} : { baseline, ratio: rate / figures[baseline].rate };
		return { what, value: rate, unit: 'requests/s', p99, ...ratio };
	};
	return report('bff', [
		row('bare Fastify route, a list', 'bare'),
		row('cached list', 'list', 'bare'),
		row('rendered list', 'listPage'),
		row('rendered event', 'eventPage'),
		row('@fastify/http-proxy, write', 'proxyWrite'),
		row('write with a session', 'write', 'proxyWrite'),
		judged('processMemory', memoryOf(bff.pid)),
	]);
}
