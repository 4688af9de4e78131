import path from 'node:path';
import { expect, it } from 'vitest';
import { sendRaw } from './raw-request.ts';
import { haveSession } from './whole-session.ts';

/** The forms a secret can take in a log: text, percent-encoded, base64, or the bytes of a buffer. */
const formsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64').replace(/=+$/, ''),
	[...Buffer.from(secret)].join(','),
];

it('the BFF logs no secrets at any level and sends no tokens to the browser, in a whole session and for malformed requests', async () => {
	const metricsToken = 'a-token-for-the-metrics';
	const { bff, received, tokens, nonces, secrets } = await haveSession(
		{ metricsToken },
		async ({ bff: { browser, port }, session, calendarPath }) => {
			const { get, fetch } = browser();
			for (const spelling of [
				`${calendarPath}x`,
				`/Feeds/mine/${path.basename(calendarPath, '.ics')}`,
				`${calendarPath}/%zz`,
				`/${calendarPath}`,
			])
				await get(spelling);
			await fetch('/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } });
			const cookie = `cookie: daybill=${session}\r\n`;
			await sendRaw(port, `GET ${calendarPath} HTTP/1.1\r\n${cookie}host: a b\r\n\r\n`);
			await sendRaw(port, `GET ${calendarPath} HTTP/9.9\r\n${cookie}\r\n`);
			await sendRaw(port, `GET / HTTP/1.1\r\n${cookie}no header\r\n\r\n`);
		},
	);
	const log = bff.log.join('\n');
	expect(log).toContain('/feeds/mine/:file');
	expect(log).toContain('client error');
	expect(tokens.length).toBeGreaterThanOrEqual(4);
	const all = [
		...Object.entries({ ...secrets, metricsToken }),
		...[...nonces, ...tokens].map((each) => ['nonce or token', each] as const),
	];
	for (const [name, secret] of all) {
		expect([name, secret.length > 15]).toEqual([name, true]);
		for (const form of formsOf(secret)) expect([name, log.includes(form)]).toEqual([name, false]);
	}
	for (const secret of [...tokens, secrets.clientSecret, secrets.code])
		expect(received.join('\n')).not.toContain(secret);
});
