import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { SharedCache } from '../../../src/bff/cache/shared-cache.ts';
import { createRateLimiters } from '../../../src/bff/fairness/rate-limiter.ts';
import { createWorkQueue } from '../../../src/bff/fairness/work-queue.ts';
import { createMetrics } from '../../../src/bff/operating/metrics.ts';
import { createParseResponse } from '../../../src/bff/reads/parse-response.ts';
import { createPublicReader } from '../../../src/bff/reads/public-reader.ts';
import { createSharedReads } from '../../../src/bff/reads/shared-reads.ts';
import type { Caller } from '../../../src/bff/session/caller.ts';
import { createBudget } from '../../../src/bff/upstream/budget.ts';
import { createUpstream } from '../../../src/bff/upstream/client.ts';
import { createOutages } from '../../../src/bff/upstream/outage-log.ts';
import type { Event } from '../../../src/contract/event/event.ts';
import type { Person } from '../../../src/contract/event/schemas.ts';
import { type FakeCall, sendError, sendJson, startFakeService } from '../fake-service.ts';
import { settingsFor } from '../settings-for.ts';

export type Respond = (url: URL, call: FakeCall, response: ServerResponse) => unknown;

export const rejectAll =
	(code: number): Respond =>
	(_url, call, response) =>
		sendError(response, call, code);

/** A reader of a fake service. `respond` returns a value to send as JSON, or `true` if it responded. */
export async function startReader(respond: Respond, timeZone: string | null = null) {
	const service = await startFakeService();
	service.handler = (call, response) => {
		const body = respond(new URL(call.url, service.origin), call, response);
		return body === true ? true : sendJson(response, 200, body);
	};
	let now = Date.parse('2026-11-21T12:00:00Z');
	const clock = () => now;
	const warnings: unknown[] = [];
	const log = { warn: (...line: unknown[]) => void warnings.push(line) };
	const budget = createBudget(null, createRateLimiters(undefined, clock), clock);
	const settings = settingsFor(service.origin, { webDir: '', timeZone });
	const outages = createOutages({ warn: () => undefined });
	const upstream = createUpstream({ settings, metrics: createMetrics(), budget, outages, clock });
	onTestFinished(() => upstream.close());
	const runInTurn = createWorkQueue();
	const cache = new SharedCache({ clock });
	const unsigned = { event: (event: Event) => event, person: (person: Person) => person };
	const parse = createParseResponse(unsigned, log, outages, runInTurn);
	const sharedReads = createSharedReads({ upstream, cache, parse, clock, settings });
	const call: Caller['call'] = (each, options) => upstream.call(each, 'a-token', options);
	const caller: Caller = { sessionId: 'session', userId: '42', call };
	const reader = createPublicReader(sharedReads, cache, log, settings);
	const paths = () => service.calls.map(({ url }) => url);
	const pass = (ms: number) => (now += ms);
	return { reader, sharedReads, parse, log, caller, paths, warnings, service, pass };
}
