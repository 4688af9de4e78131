/** A sandbox of a test's own, with its control API at hand. */
import { onTestFinished } from 'vitest';
import type { ErrorBody, TokenResponse } from '../../src/contract/resources.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';

export const redirectUri = 'http://localhost:3000/callback';
export const demo = {
	client_id: 'daybill-demo',
	client_secret: 'daybill-demo-secret',
	redirect_uri: redirectUri,
};

export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

/** Starts a small sandbox in memory; it ends with the test. */
export async function startTestSandbox(overrides: Partial<SandboxOptions> = {}) {
	const sandbox = await startSandbox({
		port: 0,
		database: ':memory:',
		seed: 'small',
		redirectUri,
		...overrides,
	});
	onTestFinished(() => sandbox.close());

	/** Calls the service; `token` goes into the header. */
	const call = async <Body = ErrorBody>(
		method: string,
		path: string,
		{ token, ...init }: RequestInit & { token?: string | undefined } = {},
	): Promise<Answer<Body>> => {
		const response = await fetch(`${sandbox.origin}${path}`, {
			method,
			redirect: 'manual',
			...init,
			headers: { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
		});
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json') === true;
		return {
			status: response.status,
			headers: response.headers,
			body: (isJson ? JSON.parse(text) : text) as Body,
		};
	};
	/** A call of the control API (design §7). */
	const control = <Body = Record<string, unknown>>(method: string, path: string, body?: object) =>
		call<Body>(method, `/_sandbox${path}`, {
			...(body === undefined
				? {}
				: { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
	/** Tokens for a user without the consent page; both scopes unless told. */
	const issue = async (userId = '1001', scope?: string, clientId = demo.client_id) =>
		(
			await control<TokenResponse>('POST', '/tokens', {
				client_id: clientId,
				user_id: userId,
				...(scope === undefined ? {} : { scope }),
			})
		).body;
	/** The token endpoint, with the demo application's parameters and these. */
	const token = (parameters: Record<string, string>) =>
		call<TokenResponse & ErrorBody>(
			'POST',
			`/service/auth2/token?${new URLSearchParams({ ...demo, ...parameters })}`,
		);
	const advance = (seconds: number) => control('POST', '/clock', { advance_seconds: seconds });
	/** An event of Beijing that is not over. */
	const someEvent = async () => {
		const { body } = await call<{ events: { id: string; begin_time: string }[] }>(
			'GET',
			'/v2/event/list?loc=108288&day_type=future',
		);
		const event = body.events.at(0);
		if (event === undefined) throw new Error('the seed has no event in Beijing');
		return event;
	};
	return { origin: sandbox.origin, call, control, issue, token, advance, someEvent };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** Reads the hidden fields of a form of the sandbox's pages. */
function hiddenFields(html: string, action: string): Record<string, string> {
	const form = new RegExp(`<form[^>]*action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(html)?.[1] ?? '';
	const entities: Record<string, string> = {
		'&amp;': '&',
		'&lt;': '<',
		'&gt;': '>',
		'&quot;': '"',
		'&#39;': "'",
	};
	return Object.fromEntries(
		[...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
			([, name = '', value = '']) => [
				name,
				value.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
			],
		),
	);
}

/**
 * Goes through sign-in and consent as a browser would, by the forms of the pages.
 *
 * @returns the address that the browser is sent back to
 */
export async function consentAt(
	origin: string,
	authorizationQuery: string,
	{ uid = 'alice', decision = 'allow' }: { uid?: string; decision?: 'allow' | 'deny' } = {},
): Promise<URL> {
	const submit = (action: string, fields: Record<string, string>, cookie = '') =>
		fetch(`${origin}${action}`, {
			method: 'POST',
			body: new URLSearchParams(fields),
			redirect: 'manual',
			headers: { cookie },
		});
	const address = `${origin}/service/auth2/auth?${authorizationQuery}`;
	const signInPage = await (await fetch(address)).text();
	const signedIn = await submit('/sandbox/sign-in', {
		...hiddenFields(signInPage, '/sandbox/sign-in'),
		uid,
		password: `${uid}-daybill`,
	});
	const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
	const next = await fetch(address, { headers: { cookie }, redirect: 'manual' });
	if (next.status === 302) return new URL(next.headers.get('location') ?? '');
	const consented = await submit(
		'/sandbox/consent',
		{ ...hiddenFields(await next.text(), '/sandbox/consent'), decision },
		cookie,
	);
	return new URL(consented.headers.get('location') ?? '');
}
