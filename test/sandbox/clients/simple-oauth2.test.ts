import { AuthorizationCode } from 'simple-oauth2';
import { expect, it } from 'vitest';
import { levels } from '../../../src/contract/spec/access.ts';
import { consentAt } from '../consent.ts';
import { demo, redirectUri, startTestSandbox } from '../start-sandbox.ts';

it('simple-oauth2 completes code exchange and refresh, and receives 124, 119 and 118 as errors', async () => {
	const { origin, advance } = await startTestSandbox();
	const client = new AuthorizationCode({
		client: { id: demo.client_id, secret: demo.client_secret },
		auth: { tokenHost: origin, tokenPath: '/service/auth2/token', authorizePath: '/service/auth2/auth' },
		options: { authorizationMethod: 'body', scopeSeparator: ',' },
	});
	const address = new URL(
		client.authorizeURL({
			redirect_uri: redirectUri,
			scope: ['event_basic_r', 'event_basic_w'],
			state: 'xyz',
		}),
	);
	const code = (await consentAt(origin, address.search.slice(1))).searchParams.get('code') ?? '';
	const token = await client.getToken({ code, redirect_uri: redirectUri });
	const refresh = () => token.refresh({ redirect_uri: redirectUri } as never);
	await expect(refresh()).rejects.toMatchObject({ data: { payload: { code: 124 } } });
	await advance(levels.L1.accessTokenSeconds + 1);
	expect((await refresh()).token.access_token).not.toBe(token.token.access_token);
	await expect(refresh()).rejects.toMatchObject({ data: { payload: { code: 119 } } });
	await expect(client.getToken({ code, redirect_uri: redirectUri })).rejects.toMatchObject({
		data: { payload: { code: 118 } },
	});
});
