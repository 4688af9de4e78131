import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ConformanceReport } from '../../../../src/contract/bff-api/conformance.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { consentAt } from '../../../sandbox/consent.ts';
import { openApp, problem, startApp, startSignedIn, withSettings } from '../../start-app.tsx';
import { queryAccount, tap } from '../../steps.ts';

/** The console of the sandbox's own site. */
async function openConsole() {
	const app = await startApp({ hasControls: true });
	await app.open('/developers');
	return app;
}
const status = async () => (await screen.findByTestId('response-status')).textContent;

it('shows a call with the service’s response, with the outcome beside the focused button, and clears it on request', async () => {
	await openConsole();
	const send = await screen.findByRole('button', { name: 'Send' });
	send.focus();
	fireEvent.click(send);
	const outcome = await screen.findByRole('link', { name: /^Response: 200, \d+ ms$/ });
	expect(outcome.closest('[role=status]')).not.toBeNull();
	expect(document.activeElement).toBe(send);
	expect(await status()).toBe('200');
	expect(screen.getByRole('region', { name: 'Body' }).textContent).toContain('"begin_time"');
	await tap('Clear history');
	await waitFor(() => expect(screen.queryByTestId('response-status')).toBeNull());
});

it('calls a service other than the sandbox without a token, and only for signed-in users', async () => {
	const app = await openApp('/developers');
	await screen.findByText('Sign in to use the console.');
	const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^(Send|Trigger \d+)$/ });
	expect(buttons().filter(({ disabled }) => !disabled)).toEqual([]);
	await app.signIn();
	await app.open('/developers');
	await waitFor(() => expect(screen.getByLabelText('Signed-in user')).toHaveProperty('disabled', false));
	expect(screen.queryByText('Sign in to use the console.')).toBeNull();
	await tap('Send');
	expect(await status()).toBe('200');
	for (const code of [102, 107]) {
		await tap(`Trigger ${code}`);
		await screen.findByText(`Got 400 with code ${code}.`, { exact: false });
	}
});

it('prefills every operation with values that work', async () => {
	await openConsole();
	const options = within(
		await screen.findByRole('combobox', { name: /^Operation/ }),
	).getAllByRole<HTMLOptionElement>('option', { name: /^GET / });
	const loc = screen.getByLabelText<HTMLInputElement>('loc');
	await waitFor(() => expect(loc.value).not.toBe(''));
	for (const { value } of options) {
		fireEvent.change(screen.getByRole('combobox', { name: /^Operation/ }), { target: { value } });
		await tap('Send');
		await waitFor(() =>
			expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('aria-disabled')).toBe(false),
		);
		expect(await status(), value).toBe('200');
	}
});

it('explains an error with its condition and its remedy', async () => {
	await openConsole();
	fireEvent.change(await screen.findByRole('combobox', { name: /^Operation/ }), {
		target: { value: 'getEvent' },
	});
	fireEvent.change(screen.getByLabelText(/Identifier/), { target: { value: 'no-such-event' } });
	await tap('Send');
	// The page shows the previous response until the new one arrives.
	await waitFor(async () => expect(await status()).toBe('400'));
	const response = screen.getByRole('region', { name: 'Body' }).parentElement as HTMLElement;
	expect(within(response).getByText('What to do: Check the path and the id', { exact: false })).toBeDefined();
});

it('filters its history, and exports what is shown as HAR, without secrets', async () => {
	const file = vi.fn((_file: Blob) => 'blob:har');
	vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: file, revokeObjectURL: () => undefined }));
	await openConsole();
	await tap('Send');
	expect(await status()).toBe('200');
	vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
	const entries = async (filter: string) => {
		fireEvent.change(screen.getByLabelText('Filter by path or status'), { target: { value: filter } });
		await tap('Export as HAR');
		const har = (await file.mock.lastCall?.[0].text()) ?? '';
		expect(har).not.toMatch(/Bearer|cookie:/i);
		return (JSON.parse(har) as { log: { entries: object[] } }).log.entries.length;
	};
	expect([await entries('event/list'), await entries('400')]).toEqual([1, 0]);
});

it('shows the token request and the first page as the service expects them', async () => {
	const app = await openConsole();
	const token = `'${app.sandbox.origin}/service/auth2/token' \\`;
	await screen.findByText(`curl -sS ${token}`, { exact: false });
	await app.open('/developers', (page) => {
		const service = { ...page.settings.service, token_params: 'query', page_start: 1 } as const;
		return withSettings({ service })(page);
	});
	await screen.findByText(`curl -sS -G -X POST ${token}`, { exact: false });
	expect((await screen.findByLabelText<HTMLInputElement>(/^start/)).value).toBe('1');
});

it('has a quick start whose commands run as copied, one after the other, whatever the city’s id', async () => {
	const app = await openConsole();
	const steps = () => screen.getAllByText(/^(curl|ACCESS_TOKEN)/).map(({ textContent }) => textContent);
	const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open it' });
	const back = await consentAt(app.sandbox.origin, new URL(link.href).search.slice(1));
	await app.open(`/callback?state=quick-start&code=${encodeURIComponent('curl -s $HOST | sh')}`);
	await screen.findByRole('heading', { name: 'Quick start' });
	expect(screen.queryByText(/^Your code, which/)).toBeNull();
	await app.open(back.pathname + back.search);
	await screen.findByText(/^Your code, which/);
	const code = back.searchParams.get('code') ?? '';
	expect(screen.getByText(code)).toBeDefined();
	expect(app.calls).not.toContain('POST /auth/token');
	await waitFor(() => expect(steps()[3]).toMatch(/event\/[^/]+\/wishers/));
	const run = async (commands: string[]) =>
		(await promisify(execFile)('sh', ['-ec', commands.join('\n')])).stdout.trim().split('\n');
	const [list = '', exchange = '', token = '', wish = ''] = steps();
	expect(JSON.parse((await run([list])).join(''))).toHaveProperty('events');
	const status = wish.replace('curl', "curl -s -o /dev/null -w '%{http_code}'");
	for (const begin of [exchange, token])
		expect(await run([begin, status])).toEqual([expect.stringMatching(/^\S{20,}$/), '202']);
	app.respond({
		'/api/cities': { total: 1, locs: [{ id: "R&'B", name: 'City', uid: 'city', habitable: 'yes' }] },
		"/api/cities/R%26'B/events": { total: 1, events: [] },
	});
	await app.open('/developers');
	await waitFor(() => expect(steps()[0]).toContain('R%26'));
	expect(await run([(steps()[0] ?? '').replace('curl', "curl -s -o /dev/null -w '%{http_code}'")])).toEqual([
		'400',
	]);
});

it('shows the secret to nobody but the users of the sandbox’s machine', async () => {
	const app = await openApp('/developers');
	await screen.findByText('"client_secret=$CLIENT_SECRET"', { exact: false });
	expect(screen.queryByText('_sandbox/tokens', { exact: false })).toBeNull();
	expect(await (await app.browser().get('/developers')).text()).not.toContain('daybill-demo-secret');
});

it('says what each control of the sandbox did, and drops a connection', async () => {
	await openConsole();
	// Wait until the page's own calls have ended.
	await screen.findByText(/^curl -X POST.*event\/[^/]+\/wishers/);
	await tap('Drop connection');
	await screen.findByText('The next call of any operation gets no response.');
	await tap('Send');
	expect(await status()).toBe('502');
	await tap('Advance 1 hour');
	await screen.findByText(/^The sandbox’s time is now \d{4}-/);
	await tap('Clear all faults');
	await screen.findByText('All faults are cleared.');
	await tap('Trigger 127');
	await screen.findByText('Got 400 with code 127.', { exact: false });
	await tap('Reset sandbox');
	await screen.findByText(/^The sandbox is reset, with \d+ events and \d+ users\./);
});

it('signs the user out when a call ends the session', async () => {
	const app = await startSignedIn();
	// Prevents the page's own calls from ending the session before the tested call does.
	app.respond({ '/api/users/': problem(503, 'service_unavailable') });
	await app.open('/developers');
	const asSession = await screen.findByRole<HTMLInputElement>('radio', { name: 'Signed-in user' });
	await waitFor(() => expect(asSession.disabled).toBe(false));
	fireEvent.click(asSession);
	await app.sandbox.control('PATCH', '/users/1001', { password: 'another-one' });
	await tap('Send');
	expect(await status()).toBe('401');
	await screen.findByText('Sign in to see your access token.');
	await waitFor(() => expect(queryAccount()).toBeNull());
});

it('rejects a refresh with 124 while the token is valid, and refreshes after advancing the virtual time', async () => {
	const app = await startApp({ hasControls: true });
	await app.signIn();
	// Prevents the page's own calls from refreshing the tokens first.
	app.respond({ '/api/': problem(503, 'service_unavailable') });
	await app.open('/developers');
	await tap('Refresh token');
	await screen.findByText(/^124/);
	await waitFor(() => expect(screen.getByTestId('virtual-time').textContent).toContain('Z'));
	const before = screen.getByTestId('virtual-time').textContent;
	await tap('Advance 1 week (access tokens expire)');
	await screen.findByText(/^The sandbox’s time is now/);
	expect(screen.getByTestId('virtual-time').textContent).not.toBe(before);
	await tap('Refresh token');
	await screen.findByText('Refreshed. You have a new pair of tokens.');
});

it('runs the conformance check with one button, and lists the results by section', async () => {
	const app = await openConsole();
	const report: ConformanceReport = {
		counts: { conforms: 1, differs: 0 },
		results: [{ id: 'a', section: '4.1', states: 'A list has events', verdict: 'conforms', findings: [] }],
	};
	app.respond({ [bffPatterns.conformance]: report });
	await tap('Check sandbox');
	expect((await screen.findByTestId('conformance-counts')).textContent).toBe('conforms: 1 · differs: 0');
	expect(screen.getByText('§ 4.1 (1)').closest('details')?.textContent).toContain('A list has events');
});
