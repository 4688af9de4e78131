import { afterEach, describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import type { Report } from '../../src/conformance/report.ts';
import { runConformance } from '../../src/conformance/run.ts';
import { consentAt } from '../sandbox/consent.ts';
import { demo, redirectUri, shareTestSandbox } from '../sandbox/start-sandbox.ts';
import { grantVariants } from './lawful/grants.ts';
import { type LawfulVariant, lawfulVariants, tokenVariants } from './lawful/variants.ts';
import { shareMutatingProxy } from './mutating-proxy.ts';

const application = { clientId: demo.client_id, clientSecret: demo.client_secret, redirectUri };

const sandbox = shareTestSandbox();
const proxied = shareMutatingProxy(() => sandbox().origin);

afterEach(() => sandbox().control('POST', '/reset'));

async function freshCode(): Promise<string | undefined> {
	const query = new URLSearchParams({
		client_id: demo.client_id,
		redirect_uri: redirectUri,
		response_type: 'code',
		scope: 'event_basic_r,event_basic_w',
	});
	return (await consentAt(sandbox().origin, query.toString())).searchParams.get('code') ?? undefined;
}

const withVerdict = (report: Report, verdict: string) =>
	report.results
		.filter((result) => result.verdict === verdict)
		.map(({ id, findings }) => [id, findings] as const);

async function check(variant: LawfulVariant, withToken: boolean): Promise<Report> {
	const origin = proxied(variant);
	const { access_token } = await sandbox().issue();
	return runConformance({
		baseUrl: origin,
		authUrl: origin,
		transport: rawTransport,
		application,
		...(withToken ? { token: access_token, userId: '1001', write: true } : {}),
	});
}

const verdictsOf = (report: Report) =>
	Object.fromEntries(report.results.map(({ id, verdict }) => [id, verdict]));

describe('the conformance check at a lawful service', () => {
	it.each(grantVariants.map((create) => [create().name, create] as const))(
		'finds no difference: %s',
		async (_name, create) => {
			const byCode = create();
			const codeOrigin = proxied(byCode);
			const withCode = await runConformance({
				baseUrl: codeOrigin,
				authUrl: codeOrigin,
				transport: rawTransport,
				application,
				code: await freshCode(),
			});
			expect(withVerdict(withCode, 'differs')).toEqual([]);
			expect(verdictsOf(withCode)).toMatchObject(byCode.withCode);

			const { access_token, refresh_token } = await sandbox().issue();
			await sandbox().advance(8 * 86_400);
			const byTokens = create();
			const tokenOrigin = proxied(byTokens);
			const expired = await runConformance({
				baseUrl: tokenOrigin,
				authUrl: tokenOrigin,
				transport: rawTransport,
				application,
				token: access_token,
				refreshToken: refresh_token,
				write: true,
				only: [...Object.keys(byTokens.withExpiredTokens), 'token.refresh-once'],
			});
			expect(withVerdict(expired, 'differs')).toEqual([]);
			expect(verdictsOf(expired)).toMatchObject(byTokens.withExpiredTokens);
		},
	);

	it.each([...lawfulVariants, ...tokenVariants])('finds no difference: $name', async (variant) => {
		const report = await check(variant, true);
		expect(withVerdict(report, 'differs')).toEqual([]);
		const open = withVerdict(report, 'open').map(([id]) => id);
		expect((variant.open ?? []).filter((id) => !open.includes(id))).toEqual([]);
	});

	it.each(tokenVariants)('without a token says what it cannot try: $name', async (variant) => {
		const report = await check(variant, false);
		expect(withVerdict(report, 'differs')).toEqual([]);
		const reasons = JSON.stringify(withVerdict(report, 'not tried'));
		expect(reasons).toMatch(/the service wants a token|only to users who may see it/);
	});

	it('says when a write takes effect, where that is after its response', async () => {
		const { access_token } = await sandbox().issue();
		let pending: Parameters<typeof rawTransport>[0][] = [];
		const { results } = await runConformance({
			baseUrl: sandbox().origin,
			authUrl: sandbox().origin,
			token: access_token,
			userId: '1001',
			write: true,
			only: ['joinEvent.status', 'joinEvent.count', 'joinEvent.people', 'leaveEvent.own-list'],
			wait: async () => {
				for (const request of pending) await rawTransport(request);
				pending = [];
			},
			transport: async (request) => {
				if (request.method === 'GET' || !request.url.endsWith('/participants')) return rawTransport(request);
				pending.push(request);
				return { status: 202, headers: [], text: '{}' };
			},
		});
		expect(Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]))).toEqual({
			'joinEvent.status': 'open',
			'joinEvent.count': 'conforms',
			'joinEvent.people': 'conforms',
			'leaveEvent.own-list': 'conforms',
		});
		expect(JSON.stringify(results)).toContain('takes effect after 1 s');
	});

	it('finds no difference where somebody becomes interested between two reads', async () => {
		const { access_token } = await sandbox().issue();
		let reads = 0;
		const report = await runConformance({
			baseUrl: sandbox().origin,
			authUrl: sandbox().origin,
			only: ['listWishers.counter'],
			transport: async (request) => {
				const { pathname } = new URL(request.url);
				if (pathname.endsWith('/wishers') && ++reads === 1)
					await sandbox().call('POST', pathname, { token: access_token });
				return rawTransport(request);
			},
		});
		expect(reads).toBe(2);
		expect(report.results).toMatchObject([{ verdict: 'conforms' }]);
	});
});
