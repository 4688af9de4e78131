import { describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { type Report, runConformance } from '../../src/conformance/run.ts';
import { demo, redirectUri, startTestSandbox } from '../sandbox/start-sandbox.ts';
import { type LawfulVariant, lawfulVariants, tokenVariants } from './lawful/variants.ts';
import { startMutatingProxy } from './mutating-proxy.ts';

const application = { clientId: demo.client_id, clientSecret: demo.client_secret, redirectUri };

const withVerdict = (report: Report, verdict: string) =>
	report.results
		.filter((result) => result.verdict === verdict)
		.map(({ id, findings }) => [id, findings] as const);

async function check(variant: LawfulVariant, withToken: boolean): Promise<Report> {
	const sandbox = await startTestSandbox();
	const origin = await startMutatingProxy(sandbox.origin, variant);
	const { access_token } = await sandbox.issue();
	return runConformance({
		baseUrl: origin,
		authUrl: origin,
		transport: rawTransport,
		application,
		...(withToken ? { token: access_token, userId: '1001', write: true } : {}),
	});
}

describe('the conformance check at a lawful service', () => {
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
});
