/** grant, a middleware for sign-in at 200 services; it joins scopes by commas by itself. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import grant from 'grant';
import { describe, expect, it, onTestFinished } from 'vitest';
import { consentAt } from '../consent.ts';
import { demo, startTestSandbox } from '../start-sandbox.ts';

/** An application that signs people in by grant and shows what it received. @returns its origin */
async function startApplication(serviceOrigin: () => string): Promise<string> {
	const server = createServer((request, response) => {
		const app = grant.node({
			config: {
				defaults: { origin, transport: 'state', state: true },
				events: {
					oauth: 2,
					authorize_url: `${serviceOrigin()}/service/auth2/auth`,
					access_url: `${serviceOrigin()}/service/auth2/token`,
					key: demo.client_id,
					secret: demo.client_secret,
					scope: ['event_basic_r', 'event_basic_w'],
				},
			},
			session: { secret: 'a secret of the test' },
		});
		app(request, response).then(
			({ redirect, response: received }) => {
				if (redirect !== true) response.end(JSON.stringify(received));
			},
			(error: unknown) => response.writeHead(500).end(String(error)),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	const origin = `http://127.0.0.1:${address.port}`;
	return origin;
}

describe('grant', () => {
	it('signs in, sees 118 for a code that was used, and rejects a callback with another state', async () => {
		let serviceOrigin = '';
		const origin = await startApplication(() => serviceOrigin);
		const sandbox = await startTestSandbox({ redirectUri: `${origin}/connect/events/callback` });
		serviceOrigin = sandbox.origin;
		const begun = await fetch(`${origin}/connect/events`, { redirect: 'manual' });
		const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
		const address = new URL(begun.headers.get('location') ?? '');
		expect(address.searchParams.get('scope')).toBe('event_basic_r,event_basic_w');
		const callback = await consentAt(sandbox.origin, address.search.slice(1));
		const receive = async (url: URL) => (await fetch(url, { headers: { cookie } })).json();
		expect(await receive(callback)).toMatchObject({
			access_token: expect.any(String),
			refresh_token: expect.any(String),
			raw: { service_user_id: '1001' },
		});
		expect(await receive(callback)).toMatchObject({ error: { code: 118 } });
		callback.searchParams.set('state', 'of somebody else');
		expect(await receive(callback)).toEqual({ error: 'Grant: OAuth2 state mismatch' });
	});
});
