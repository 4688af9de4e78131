/** `WORKERS`: several processes at one port, with real processes and without Redis. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { pauseAfter } from '../../src/cli/workers.ts';
import { type Browser, createBrowser } from '../bff/browser.ts';
import { signedInAt } from '../bff/browsers-at.ts';
import { publicUrl } from '../bff/start-bff.ts';
import { freePort } from '../free-port.ts';
import { printedUrls } from '../program.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { startCommand } from './start-command.ts';

/** Starts the script of `npm start`, with two workers unless the test says more. @returns once it has printed its URLs */
async function startWithWorkers(environment: Record<string, string>) {
	const port = await freePort();
	const started = await startCommand({ PORT: String(port), WORKERS: '2', ...environment });
	await printedUrls(started);
	const pids = async () => {
		const { stdout } = await promisify(execFile)('pgrep', ['-P', String(started.pid)]).catch(() => ({
			stdout: '',
		}));
		return stdout.split('\n').filter(Boolean).map(Number);
	};
	return { ...started, pids, origin: `http://127.0.0.1:${port}` };
}

/** Each request on a connection of its own: the workers take turns with connections. */
const apart = (browser: Browser, path: string, method = 'GET') =>
	browser.fetch(path, { method, headers: { connection: 'close' } });

async function startAtSandbox(environment: Record<string, string> = {}) {
	const sandbox = await startTestSandbox();
	const proxy = await startRecordingProxy(sandbox.origin);
	onTestFinished(proxy.close);
	const daybill = await startWithWorkers({
		PUBLIC_URL: publicUrl,
		EVENTS_BASE_URL: proxy.origin,
		EVENTS_AUTH_URL: proxy.origin,
		OAUTH_CLIENT_ID: 'daybill-demo',
		OAUTH_CLIENT_SECRET: 'daybill-demo-secret',
		VISITOR_LIMITS: 'off',
		...environment,
	});
	return { ...daybill, sandbox, calls: proxy.calls };
}

it('workers without Redis share sessions, refresh a token once, and show a person their own writes', async () => {
	const { origin, sandbox, calls } = await startAtSandbox({ WORKERS: '3' });
	const member = await signedInAt(origin, sandbox);
	const { id } = await sandbox.someEvent();
	const event = `/api/v2/event/${id}`;
	const count = async (browser: Browser) =>
		((await (await apart(browser, event)).json()) as { participant_count: number }).participant_count;
	const visitor = createBrowser(origin, publicUrl);
	// Every worker has the event in its memory.
	const counts = [];
	for (let turn = 0; turn < 6; turn++) counts.push(await count(visitor));
	const [before = 0] = counts;
	expect((await apart(member, `${event}/participants`, 'POST')).status).toBe(202);
	expect(await count(member)).toBe(before + 1);
	for (let turn = 0; turn < 6; turn++) expect(await count(visitor)).toBe(before + 1);
	const lists = [];
	for (let turn = 0; turn < 6; turn++) {
		const path = `/api/v2/event/list?loc=108288&day_type=future&count=${turn + 1}`;
		lists.push((await apart(member, path)).status);
	}
	expect(new Set(lists)).toEqual(new Set([200]));

	await sandbox.advance(7 * 86_400 + 10);
	const { id: next } = await sandbox.someEvent();
	calls.length = 0;
	const statuses = await Promise.all(
		Array.from(
			{ length: 60 },
			async () => (await apart(member, `/api/v2/event/${next}/wishers`, 'POST')).status,
		),
	);
	expect(new Set(statuses)).toEqual(new Set([202]));
	expect(calls.filter((call) => call.includes('/auth2/token'))).toHaveLength(1);
});

it('limits and figures are those of all workers together', async () => {
	const { origin } = await startAtSandbox({ VISITOR_LIMITS: '20,20' });
	const visitor = createBrowser(origin, publicUrl);
	const statuses = [];
	for (let call = 0; call < 24; call++) statuses.push((await apart(visitor, '/auth/session')).status);
	expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
	for (let turn = 0; turn < 3; turn++) {
		const text = await (await apart(visitor, '/metrics')).text();
		expect(text).toContain(
			'daybill_http_request_seconds_count{route="/auth/session",method="GET",status="200"} 20',
		);
	}
});

it('reports of how fast pages were are counted, and limited, over all workers', async () => {
	const { origin } = await startAtSandbox({ VISITOR_LIMITS: '1000,1000' });
	const visitor = createBrowser(origin, publicUrl);
	const statuses = [];
	for (let report = 0; report < 123; report++) {
		const body = { page: 'front', lcp: 1_200 };
		const headers = { connection: 'close' };
		statuses.push((await visitor.fetch('/web-vitals', { method: 'POST', body, headers })).status);
	}
	expect(statuses).toEqual([...Array(120).fill(204), ...Array(3).fill(429)]);
	const text = await (await apart(visitor, '/metrics')).text();
	expect(text).toContain('daybill_web_vitals_lcp_seconds_count{page="front"} 120');
});

it('a worker that is killed is replaced while the other responds, and all of them end with the primary', async () => {
	const { origin, pids, stop, output } = await startWithWorkers({
		SANDBOX_PORT: '0',
		SANDBOX_DB: ':memory:',
	});
	expect(output().match(/^Sandbox /gm)).toHaveLength(1);
	const before = await pids();
	expect(before).toHaveLength(2);
	const visitor = createBrowser(origin, origin);
	const [victim = 0] = before;
	process.kill(victim, 'SIGKILL');
	await expect.poll(async () => (await pids()).filter((pid) => !before.includes(pid))).toHaveLength(1);
	expect(output()).toContain(`A worker (process ${victim}) ended by SIGKILL`);
	for (let turn = 0; turn < 6; turn++) {
		expect((await apart(visitor, '/readyz')).status).toBe(200);
		expect((await apart(visitor, '/api/v2/loc/list')).status).toBe(200);
	}
	const all = await pids();
	expect(await stop()).toBe(0);
	for (const pid of all) expect(() => process.kill(pid, 0)).toThrow();
});

it('workers end when the primary is killed', async () => {
	const { pids, stop } = await startWithWorkers({ SANDBOX_PORT: '0', SANDBOX_DB: ':memory:' });
	const all = await pids();
	await stop('SIGKILL');
	const isThere = (pid: number) => {
		try {
			return process.kill(pid, 0);
		} catch {
			return false;
		}
	};
	await expect.poll(() => all.filter(isThere)).toEqual([]);
});

it('a worker is replaced at once, and each further one within a minute after a longer pause', () => {
	expect(pauseAfter([1_000])).toBe(0);
	expect(
		[2, 3, 4].map((count) => pauseAfter(Array.from({ length: count }, (_, index) => index * 1_000))),
	).toEqual([250, 500, 1_000]);
	expect(pauseAfter(Array.from({ length: 20 }, (_, index) => index))).toBe(30_000);
	expect(pauseAfter([0, 1, 2, 90_000])).toBe(0);
});
