/** Services for the kit's tests: one sandbox per test file, behind a proxy with replaceable middleware. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Transport } from '../../src/conformance/call.ts';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import type { Report } from '../../src/conformance/report.ts';
import { type ConformanceOptions, runConformance } from '../../src/conformance/run.ts';
import { demo, openTestSandbox, redirectUri } from '../sandbox/start-sandbox.ts';
import type { Middleware } from './service/messages.ts';
import { startProxy } from './service/proxy.ts';

export const application = { clientId: demo.client_id, clientSecret: demo.client_secret, redirectUri };

/** Middleware that changes nothing. */
export const unchanged: Middleware = (request, next) => next(request);

/** One sandbox and one proxy for the tests of a file; each test starts with the seeded data. */
export function shareService() {
	let opened: Awaited<ReturnType<typeof openTestSandbox>> | undefined;
	let isChanged = false;
	const shared = () => {
		if (opened === undefined) throw new Error('the shared sandbox has not started');
		return opened;
	};
	/** The sandbox, which the test may now change, so it is replaced afterwards. */
	const sandbox = () => {
		isChanged = true;
		return shared();
	};
	let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
	let middleware = unchanged;
	beforeAll(async () => {
		proxy = await startProxy(
			() => shared().origin,
			(request, next) => {
				isChanged ||= request.method !== 'GET';
				return middleware(request, next);
			},
		);
	});
	const closeSandbox = async () => {
		await opened?.close();
		opened = undefined;
	};
	beforeEach(async () => {
		opened ??= await openTestSandbox();
	});
	afterEach(async () => {
		// Faster than a reset, which seeds again.
		if (isChanged) await closeSandbox();
		isChanged = false;
	});
	afterAll(async () => {
		await closeSandbox();
		await proxy?.close();
	});
	/** Replaces the middleware. @returns the origin of the changed service */
	const become = (change: Middleware): string => {
		middleware = change;
		return proxy?.origin ?? '';
	};
	/** Without connections to the proxy, which take most of the time. `command.test.ts` has them. */
	const transport: Transport = async (request) => {
		const { method, url, headers, body: form } = request;
		if (proxy === undefined || !url.startsWith(proxy.origin)) return rawTransport(request);
		const { status, body, ...received } = await proxy.respond({
			method,
			url: url.slice(proxy.origin.length),
			headers: {
				...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
				...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
			},
			body: Buffer.from(form?.toString() ?? ''),
		});
		const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
		return { status, headers: received.headers, text };
	};
	return {
		sandbox,
		become,
		/** Runs the conformance check, read-only and without credentials unless these options say otherwise. */
		check(change: Middleware, options: Partial<ConformanceOptions>): Promise<Report> {
			const origin = become(change);
			return runConformance({ baseUrl: origin, authUrl: origin, transport, ...options });
		},
		async tokensToWrite() {
			const { access_token, refresh_token, service_user_id } = await sandbox().issue();
			return { token: access_token, refreshToken: refresh_token, userId: service_user_id, write: true };
		},
	};
}

/** The checks of a report with a verdict. */
export const withVerdict = (report: Report, wanted: string): string[] =>
	report.results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
