/** A brand with the real command and the embedded sandbox. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { printedUrls } from '../program.ts';
import { openPages } from '../sandbox/consent.ts';
import { startCommand } from './start-command.ts';

it('a brand is that of the app, and of the consent page of the sandbox', async () => {
	const program = await startCommand({
		SANDBOX_DB: ':memory:',
		SANDBOX_PORT: '0',
		PORT: '0',
		BRAND_DIR: path.resolve(import.meta.dirname, '../../examples/brands/night-shift'),
	});
	const urlOf = await printedUrls(program);
	const [app, sandbox] = [urlOf('Daybill'), urlOf('Sandbox')];
	const html = await (await fetch(`${app}/cities`, { headers: { 'accept-language': 'en' } })).text();
	expect(html).toContain('<title>Choose your city · Night Shift</title>');
	const [, icon = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
	expect((await fetch(app + icon)).headers.get('cache-control')).toContain('immutable');

	const pages = openPages(sandbox);
	const query = new URLSearchParams({
		client_id: 'daybill-demo',
		redirect_uri: `${app}/callback`,
		response_type: 'code',
		scope: 'event_basic_r',
	});
	const signIn = await (await pages.get(`/service/auth2/auth?${query}`)).text();
	expect(signIn).toContain('Night Shift');
	expect(signIn).not.toContain('Daybill');
});
