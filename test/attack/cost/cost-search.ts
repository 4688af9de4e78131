/**
 * Searches for requests that make other visitors wait: for each route of the BFF and each shape of expensive
 * request, sixty at once, while other visitors request a page all the time.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { createImageSignatures } from '../../../src/bff/reads/image-signatures.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { createBrowser } from '../../bff/browser.ts';
import { signInWithCode } from '../../bff/sign-in.ts';
import { bffSettings, publicUrl } from '../../bff/start-bff.ts';
import { startChild } from '../../program.ts';
import { type Attacker, attemptAt, shapeNames } from './attempts.ts';
import { type Route, readRouteTable } from './route-table.ts';

/** Requests that are under way at once. */
const atOnce = 60;

export interface CostSearchOptions {
	/** Seconds for each route and shape; undefined: only a few requests of each, and nothing is measured. */
	seconds?: number;
	/** The built web app; defaults to a page for tests, which is not rendered on the server. */
	webDir?: string;
	/** Only the routes whose method and pattern contain this. */
	only?: string;
}

/** What one route did with the requests of one shape. */
export interface Cost {
	/** Method and pattern. */
	route: string;
	shape: string;
	requests: number;
	/** Responses by status; `none` where the connection was closed. */
	statuses: Record<string, number>;
	/** 99th percentile of the waits of the other visitors, in milliseconds. Without a measurement 0. */
	p99: number;
}

export interface CostReport {
	costs: Cost[];
	/** The 99th percentile while there was no other request, in the same run. */
	idle: number;
}

/** Milliseconds for which the other visitor is alone at first. */
const idleTime = 2_000;

/** @param part of 1 @returns 0 for no values */
function percentile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** The visitors that wait, in a thread. */
function startVisitor(origin: string) {
	const worker = new Worker(new URL('./waiting-visitor.ts', import.meta.url), {
		workerData: { origin, host: new URL(publicUrl).host },
	});
	return {
		/** The waits since the last call. */
		async take(): Promise<number[]> {
			worker.postMessage('take');
			const [waits] = (await once(worker, 'message')) as [number[]];
			return waits;
		},
		stop: () => worker.terminate(),
	};
}

/** Runs the search. The processes that it starts have ended when it returns. */
export async function searchCosts({ seconds, webDir, only = '' }: CostSearchOptions): Promise<CostReport> {
	const key = newSecret();
	const service = await startChild('test/attack/cost/service-process.ts', { isLight: seconds === undefined });
	const settings = await bffSettings(service.origin, {
		sessionKeys: [key],
		metricsToken: 'only-the-operator-knows-this',
		dataDir: 'own',
		// Only with it are the routes of the sandbox's controls there.
		sandboxControl: service.origin,
		...(webDir === undefined ? {} : { webDir }),
	});
	const routes = (await readRouteTable(settings)).filter(({ method, pattern }) =>
		`${method} ${pattern}`.includes(only),
	);
	const bff = await startChild('test/bff/bff-process.ts', settings);
	const pool = new Pool(bff.origin, { connections: atOnce, headersTimeout: 60_000, bodyTimeout: 60_000 });
	const visitor = seconds === undefined ? undefined : startVisitor(bff.origin);
	try {
		const attacker: Attacker = {
			publicUrl,
			serviceOrigin: service.origin,
			sign: createImageSignatures([key]).sign,
			...(await signIn(bff.origin)),
		};
		const measure = async () => percentile((await visitor?.take()) ?? [], 0.99);
		await measure();
		if (visitor !== undefined) await wait(idleTime);
		const idle = await measure();
		// A process that has just started compiles its code, which makes everything wait. These routes keep no responses, so
		// nothing is cheaper afterwards that would not be in any process.
		if (seconds !== undefined)
			for (const route of routes.filter(({ pattern }) => pattern.startsWith('/auth/')))
				for (const shape of shapeNames) await attack(pool, route, shape, attacker, seconds);
		const costs: Cost[] = [];
		for (const route of routes) {
			Object.assign(attacker, await signIn(bff.origin));
			for (const shape of shapeNames) {
				await measure();
				const sent = await attack(pool, route, shape, attacker, seconds);
				costs.push({ route: `${route.method} ${route.pattern}`, shape, ...sent, p99: await measure() });
			}
		}
		return { costs, idle };
	} finally {
		await visitor?.stop();
		await pool.destroy();
		await bff.stop();
		await service.stop();
	}
}

async function signIn(origin: string): Promise<Pick<Attacker, 'cookie' | 'ownCalendar'>> {
	const browser = createBrowser(origin, publicUrl);
	await signInWithCode(browser);
	const { url } = (await (await browser.post('/auth/calendar')).json()) as { url: string };
	return {
		cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
		ownCalendar: url.split('/').at(-1) ?? '',
	};
}

/** Sends requests of one shape to one route, sixty at once. */
async function attack(
	pool: Pool,
	route: Route,
	shape: string,
	attacker: Attacker,
	seconds: number | undefined,
): Promise<Pick<Cost, 'requests' | 'statuses'>> {
	const statuses: Record<string, number> = {};
	const endsAt = performance.now() + (seconds ?? 0) * 1_000;
	let requests = 0;
	const sendOne = async () => {
		const { body = null, ...attempt } = attemptAt(route, shape, requests, attacker);
		requests += 1;
		const status = await pool
			.request({ ...attempt, method: attempt.method as 'GET', body })
			.then(async (response) => {
				await response.body.dump({ limit: Number.POSITIVE_INFINITY });
				return String(response.statusCode);
			})
			.catch((error: unknown) => `none: ${error instanceof Error ? error.message : error}`);
		statuses[status] = (statuses[status] ?? 0) + 1;
	};
	const sendAll = async () => {
		do await sendOne();
		while (performance.now() < endsAt);
	};
	await Promise.all(Array.from({ length: seconds === undefined ? 2 : atOnce }, sendAll));
	return { requests, statuses };
}
