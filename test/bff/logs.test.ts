import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../program.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { demo, redirectUri, startTestSandbox } from '../sandbox/start-sandbox.ts';
import { createBrowser } from './browser.ts';
import { authorize } from './sandbox-sign-in.ts';
import { newState } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

/** Sends bytes as they are, and waits until the server has closed the connection. */
async function sendRaw(port: number, bytes: string): Promise<void> {
	const socket = connect(port, '127.0.0.1');
	socket.on('error', () => undefined);
	socket.resume();
	socket.end(bytes);
	await once(socket, 'close');
}

/** The forms a secret can take in a log: text, percent-encoded, base64, or the bytes of a buffer. */
const formsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64').replace(/=+$/, ''),
	[...Buffer.from(secret)].join(','),
];

it('the log of the BFF contains no secret at any level, for a whole session and for malformed requests', async () => {
	const clientSecret = demo.client_secret;
	const sandbox = await startTestSandbox();
	const proxy = await startRecordingProxy(sandbox.origin);
	onTestFinished(proxy.close);
	const metricsToken = 'a-token-for-the-metrics';
	const bff = await startTestBff(proxy.origin, { logLevel: 'trace', metricsToken, tokenParams: 'query' });
	const browser = bff.browser();
	const state = newState();
	await browser.post('/auth/login', { state });
	const code = await authorize(sandbox, state);
	await browser.get(`/callback?code=${code}&state=${state}`);
	const nonces = [...browser.cookies.values()];
	await browser.post('/auth/token', { grant_type: 'authorization_code', code, state });
	const session = browser.cookies.get('daybill') ?? '';
	const { id } = await sandbox.someEvent();
	await browser.post(`/api/events/${id}/participants`);
	const { url } = (await (await browser.post('/auth/calendar')).json()) as { url: string };
	const { pathname } = new URL(url);
	const calendarSecret = path.basename(pathname, '.ics');
	for (const spelling of [
		pathname,
		`${pathname}x`,
		`/Feeds/mine/${calendarSecret}`,
		`${pathname}/%zz`,
		`/${pathname}`,
	])
		await browser.get(spelling);
	await sandbox.advance(8 * 86_400);
	await browser.post('/auth/token', { grant_type: 'refresh_token' });
	await browser.fetch('/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } });
	const cookie = `cookie: daybill=${session}\r\n`;
	await sendRaw(bff.port, `GET ${pathname} HTTP/1.1\r\n${cookie}host: a b\r\n\r\n`);
	await sendRaw(bff.port, `GET ${pathname} HTTP/9.9\r\n${cookie}\r\n`);
	await sendRaw(bff.port, `GET / HTTP/1.1\r\n${cookie}no header\r\n\r\n`);
	await sandbox.control('POST', '/faults', { path: '/service/auth2/token', drop: true, times: 5 });
	await sandbox.advance(8 * 86_400);
	await browser.get(`/api/events/${id}`);
	await browser.post('/auth/logout');

	const log = bff.log.join('\n');
	expect(log).toContain('/feeds/mine/:file');
	expect(log).toContain('client error');
	expect(proxy.tokens.length).toBeGreaterThanOrEqual(4);
	const secrets = { clientSecret, metricsToken, session, calendarSecret, code, state };
	const all = [
		...Object.entries(secrets),
		...[...nonces, ...proxy.tokens].map((each) => ['nonce or token', each] as const),
	];
	for (const [name, secret] of all) {
		expect([name, secret.length > 15]).toEqual([name, true]);
		for (const form of formsOf(secret)) expect([name, log.includes(form)]).toEqual([name, false]);
	}
});

it('the log of the sandbox contains no secret either', async () => {
	const root = path.resolve(import.meta.dirname, '../..');
	const options = { port: 0, database: ':memory:', redirectUri, logLevel: 'trace' };
	const script = path.join(root, 'test/sandbox/sandbox-process.ts');
	const program = startProgram([script, JSON.stringify(options)]);
	onTestFinished(async () => void (await program.stop()));
	const [, port] = await program.untilPrinted(/^ready (\d+)$/m);
	const origin = `http://127.0.0.1:${port}`;
	const bff = await startTestBff(origin, { tokenParams: 'query' });
	const browser = createBrowser(bff.origin, 'http://localhost:3000');
	const state = newState();
	await browser.post('/auth/login', { state });
	const code = await authorize({ origin }, state);
	expect((await browser.post('/auth/token', { grant_type: 'authorization_code', code, state })).status).toBe(
		200,
	);
	await expect.poll(program.output).toContain('/service/auth2/token');
	for (const secret of [code, state, demo.client_secret]) expect(program.output()).not.toContain(secret);
});
