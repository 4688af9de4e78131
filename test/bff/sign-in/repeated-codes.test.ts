import { expect, it } from 'vitest';
import type { Browser } from '../browser.ts';
import { beginSignIn } from '../sign-in.ts';
import { startSite } from '../start-site.ts';

it('1,000 codes are remembered in case they are sent twice, and those that came first are forgotten', async () => {
	const now = Date.parse('2026-11-20T12:00:00Z');
	const { service, bff } = await startSite({ logLevel: 'silent', clock: () => now });
	/** A browser in the middle of a sign-in, whose code the service rejects: a session would be more work. */
	const begin = async (index: number) => {
		const browser = bff.browser();
		return { browser, body: await beginSignIn(browser, `wrong ${index}`) };
	};
	const send = async ({ browser, body }: { browser: Browser; body: object }) =>
		(await (await browser.post('/auth/token', body)).json()) as { code?: number; reason?: string };
	const first = await begin(0);
	const second = await begin(1);
	expect([await send(first), await send(second)]).toMatchObject([{ code: 118 }, { code: 118 }]);
	for (let index = 2; index <= 1_000; index++) await send(await begin(index));
	const calls = service.calls.length;
	expect(await send(second)).toMatchObject({ code: 118 });
	expect(service.calls).toHaveLength(calls);
	// Its nonce is used up.
	expect(await send(first)).toMatchObject({ reason: 'login_mismatch' });
});
