import { expect, it } from 'vitest';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

it('an IPv6 /64 counts as one visitor: its addresses share one limit', async () => {
	const service = await startFakeService();
	const visitorLimits = { perAddress: 10, perSession: 10 };
	const browser = (
		await startTestBff(service.origin, { visitorLimits, trustProxy: ['127.0.0.1'] })
	).browser();
	const statusFrom = async (address: string) =>
		(await browser.fetch('/auth/session', { headers: { 'X-Forwarded-For': address } })).status;
	for (let call = 0; call < 10; call++) expect(await statusFrom(`2001:db8:1:2::${call}`)).toBe(200);
	expect(await statusFrom('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
	expect(await statusFrom('2001:db8:1:3::1')).toBe(200);
	expect(await statusFrom('203.0.113.9')).toBe(200);
});
