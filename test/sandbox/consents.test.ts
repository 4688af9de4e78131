import { expect, it } from 'vitest';
import { openPages } from './consent.ts';
import { startTestSandbox } from './start-sandbox.ts';

const page = '/sandbox/consents';
const withdraw = `${page}/withdraw`;

it('a user sees the granted consents and can withdraw one only on that page, which ends its tokens (103; gap register, withdrawal)', async () => {
	const sandbox = await startTestSandbox();
	const { body: tokens } = await sandbox.token({
		grant_type: 'authorization_code',
		code: await sandbox.code(),
	});
	const token = tokens.access_token;
	const { id } = await sandbox.someEvent();
	const wish = () => sandbox.call('POST', `/v2/event/${id}/wishers`, { token });

	const pages = openPages(sandbox.origin);
	const signIn = await (await pages.get(page)).text();
	await pages.submit(signIn, '/sandbox/sign-in', { uid: 'alice', password: 'alice-daybill' });
	const shown = await (await pages.get(page)).text();
	expect(shown).toContain('Withdraw from Daybill');
	const foreign = await pages.submit(shown, withdraw, {}, { origin: 'https://evil.example' });
	expect(await foreign.json()).toMatchObject({ code: 126 });
	expect((await wish()).status).toBe(202);
	expect((await pages.submit(shown, withdraw, {})).status).toBe(303);
	expect((await wish()).body.code).toBe(103);
	expect(await (await pages.get(page)).text()).toContain('No application may use your account');
});
