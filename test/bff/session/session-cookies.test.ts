import { expect, it } from 'vitest';
import { beginSignIn, signInWithCode } from '../sign-in.ts';
import { publicUrl } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

const https = 'https://events.example';

it.each([
	['on https, have names that limit them to this host', https, '__Host-', ' Secure;'],
	['on http, have no prefix, with which browsers would reject them', publicUrl, '', ''],
])(
	'cookies %s, and last ten minutes for a sign-in, 180 days for a session',
	async (...[, url, prefix, secure]) => {
		const { browser } = await startSite({ publicUrl: url });
		await signInWithCode(browser);
		const { headers } = await browser.post('/auth/logout');
		expect(headers.get('clear-site-data')).toBe('"cache"');
		const lines = browser.setCookies.map((line) => line.replace(/=[\w-]{20,};/, '=secret;'));
		const attributes = `Path=/; HttpOnly;${secure} SameSite=Strict`;
		expect(lines[0]).toMatch(
			new RegExp(`^${prefix}daybill-sign-in-[\\w-]{12}=secret; Max-Age=600; ${attributes}$`),
		);
		expect(lines).toContain(`${prefix}daybill=secret; Max-Age=15552000; ${attributes}`);
		// Browsers clear a cookie only with the attributes that it was set with.
		const cleared = lines.at(-1)?.replace(/ (Max-Age=0|Expires=[^;]+);/g, '');
		expect(cleared).toBe(`${prefix}daybill=; ${attributes}`);
	},
);

it('on https, cookies that a subdomain could set are not read, however many there are', async () => {
	const { browser } = await startSite({ publicUrl: https });
	await signInWithCode(browser);
	const name = '__Host-daybill';
	const session = browser.cookies.get(name);
	const sessionWith = async (own: string) => {
		const headers = { Cookie: `${`daybill=${session}; `.repeat(30)}${own}` };
		return (await browser.fetch('/auth/session', { headers })).json();
	};
	expect(await sessionWith('')).toEqual({ signed_in: false });
	expect(await sessionWith(`${name}=${session}`)).toMatchObject({ signed_in: true });
});

it('a sign-in clears the caches of the browser only if it ends another session', async () => {
	const { browser } = await startSite();
	const clearedBy = async (body: object) =>
		(await browser.post('/auth/token', body)).headers.get('clear-site-data');
	const first = await beginSignIn(browser, 'code-1');
	expect([await clearedBy(first), await clearedBy(first)]).toEqual([null, null]);
	expect(await clearedBy(await beginSignIn(browser, 'code-2'))).toBe('"cache"');
});
