/** Everything a user does in a session, from sign-in to sign-out, and its secrets. */
import path from 'node:path';
import type { BffSettings } from '../../src/bff/settings.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { authorize, demo, startTestSandbox } from '../sandbox/start-sandbox.ts';
import { createCalendar } from './browser.ts';
import { newState } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

/** @param more additional steps in the session */
export async function haveSession(
	settings: Partial<BffSettings>,
	more: (parts: {
		bff: Awaited<ReturnType<typeof startTestBff>>;
		session: string;
		calendarPath: string;
	}) => Promise<void>,
) {
	const sandbox = await startTestSandbox();
	const proxy = await startRecordingProxy(sandbox.origin);
	const bff = await startTestBff(proxy.origin, { logLevel: 'trace', tokenParams: 'query', ...settings });
	const browser = bff.browser();
	/** Headers and bodies of all responses. */
	const received: string[] = [];
	const collect = async (response: Response) => {
		received.push(JSON.stringify([...response.headers].filter(([name]) => name !== 'set-cookie')));
		return received[received.push(await response.text()) - 1] ?? '';
	};
	const state = newState();
	await collect(await browser.post('/auth/login', { state }));
	const code = await authorize(sandbox, state);
	await browser.get(`/callback?code=${code}&state=${state}`);
	const nonces = [...browser.cookies.values()];
	await collect(await browser.post('/auth/token', { grant_type: 'authorization_code', code, state }));
	const session = browser.cookies.get('daybill') ?? '';
	const { service_user_id: userId } = JSON.parse(await collect(await browser.get('/auth/session'))) as {
		service_user_id: string;
	};
	const { id } = await sandbox.someEvent();
	await collect(await browser.post(`/api/events/${id}/participants`));
	await collect(await browser.get(`/api/users/${userId}/participated?status=future`));
	await collect(await browser.get(`/events/${id}`));
	const calendarPath = await createCalendar(browser);
	await collect(await browser.get(calendarPath));
	await sandbox.advance(8 * 86_400);
	await collect(await browser.post('/auth/token', { grant_type: 'refresh_token' }));
	await more({ bff, session, calendarPath });
	await sandbox.control('POST', '/faults', { path: '/service/auth2/token', drop: true, times: 5 });
	await sandbox.advance(8 * 86_400);
	await browser.get(`/api/users/${userId}/participated`);
	await collect(await browser.post('/auth/logout'));
	const secrets = {
		clientSecret: demo.client_secret,
		code,
		state,
		session,
		calendarSecret: path.basename(calendarPath, '.ics'),
	};
	return { bff, received, tokens: proxy.tokens, nonces, secrets, userId, eventId: id };
}
