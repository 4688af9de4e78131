/** A brand with the real commands: several processes, and the embedded sandbox. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { printedUrls } from '../program.ts';
import { openPages } from '../sandbox/consent.ts';
import { startCommand } from './start-command.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Starts `npm start` with a sample brand and two workers. @returns the URLs that it prints */
async function startBranded(name: string) {
	const program = await startCommand({
		SANDBOX_DB: ':memory:',
		SANDBOX_PORT: '0',
		PORT: '0',
		WORKERS: '2',
		BRAND_DIR: path.join(root, 'examples/brands', name),
	});
	const urlOf = await printedUrls(program);
	return { app: urlOf('Daybill'), sandbox: urlOf('Sandbox') };
}

it('a brand is that of every worker, and of the consent page of the sandbox', async () => {
	const { app, sandbox } = await startBranded('night-shift');
	const icons = new Set<string>();
	for (let turn = 0; turn < 8; turn += 1) {
		// On a connection of its own: the workers take turns with connections.
		const page = await fetch(`${app}/cities`, { headers: { connection: 'close', 'accept-language': 'en' } });
		const html = await page.text();
		expect(html).toContain('<title>Choose your city · Night Shift</title>');
		icons.add(/rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? '');
	}
	expect(icons.size).toBe(1);
	for (const icon of icons)
		for (let turn = 0; turn < 4; turn += 1)
			expect(
				(await fetch(app + icon, { headers: { connection: 'close' } })).headers.get('cache-control'),
			).toContain('immutable');

	const pages = openPages(sandbox);
	const query = new URLSearchParams({
		client_id: 'daybill-demo',
		redirect_uri: `${app}/callback`,
		response_type: 'code',
		scope: 'event_basic_r',
	});
	const authorize = `/service/auth2/auth?${query}`;
	const signIn = await (await pages.get(authorize)).text();
	expect(signIn).toContain('Night Shift');
	expect(signIn).not.toContain('Daybill');
});
