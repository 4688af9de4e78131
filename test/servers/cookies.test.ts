import fastify from 'fastify';
import { expect, it } from 'vitest';
import { addCookies } from '../../src/servers/cookies.ts';

it('only the app’s cookies are parsed, the most important first, and no more than twenty', async () => {
	const app = fastify();
	await addCookies(app, [/^app=/, /^app-/]);
	app.get('/', async ({ cookies }) => cookies);
	const read = async (cookie = '') => (await app.inject({ url: '/', headers: { cookie } })).json();
	expect(await read()).toEqual({});
	expect(await read('other=%; app=a%20b;app-theme=dark; myapp=1')).toEqual({
		app: 'a b',
		'app-theme': 'dark',
	});
	const many = Array.from({ length: 30 }, (_, index) => `app-${index}=%`).join(';');
	const kept = await read(`${many}; app=a`);
	expect(Object.keys(kept)).toHaveLength(20);
	expect(kept).toMatchObject({ app: 'a' });
	expect(await read('other=1; \u00a0app=a')).toEqual({});
	expect(await read(`${';'.repeat(200)}app=a`)).toEqual({ app: 'a' });
	expect(await read(`${';'.repeat(10_000)}app=a`)).toEqual({});
});
