/** A sandbox for tests, with its control API. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ErrorBody, TokenResponse } from '../../src/contract/spec/resources.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { openClock } from '../../src/sandbox/clock.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { seedIfEmpty } from '../../src/sandbox/seed-database.ts';
import { consentAt } from './consent.ts';

export const redirectUri = 'http://localhost:3000/callback';
export const demo = {
	client_id: 'daybill-demo',
	client_secret: 'daybill-demo-secret',
	redirect_uri: redirectUri,
};

/** The query of an authorization request of the demo application, for both scopes unless overridden. */
export const authorizationQuery = (more: Record<string, string> = {}): string =>
	new URLSearchParams({
		client_id: demo.client_id,
		redirect_uri: redirectUri,
		response_type: 'code',
		scope: 'event_basic_r,event_basic_w',
		...more,
	}).toString();

/** Signs in and consents like a user. @param uid alice by default @returns the authorization code */
export async function authorize({ origin }: { origin: string }, state: string, uid = 'alice') {
	const back = await consentAt(origin, authorizationQuery({ state }), { uid });
	return back.searchParams.get('code') ?? '';
}

/** Starts a sandbox with a few hundred seeded rows, which ends with the test. */
export async function startTestSandbox(overrides: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
	const { close, ...sandbox } = await openTestSandbox(overrides);
	onTestFinished(close);
	return sandbox;
}

/** One sandbox for a whole `describe` or file, whose tests leave it unchanged or reset it. */
export function shareTestSandbox(overrides: Partial<SandboxOptions> = {}): () => TestSandbox {
	let shared: Awaited<ReturnType<typeof openTestSandbox>> | undefined;
	beforeAll(async () => {
		shared = await openTestSandbox(overrides);
	});
	afterAll(async () => shared?.close());
	return () => {
		if (shared === undefined) throw new Error('the shared sandbox has not started');
		return shared;
	};
}

/** Files of seeded databases, one for each ten minutes, because seeding takes longer than the rest of a start. */
const seeded = new Map<number, Uint8Array>();

function seededDatabase(): Uint8Array {
	const made = Math.floor(Date.now() / 600_000);
	const known = seeded.get(made);
	if (known !== undefined) return known;
	const database = openDatabase(':memory:');
	seedIfEmpty(database, openClock(database).wallClock(), 'small');
	const bytes = database.serialize();
	database.close();
	seeded.set(made, bytes);
	return bytes;
}

/** A new folder for `DATA_DIR` with a small seeded database, for programs that would seed a large one. */
export async function seededFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-sandbox-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	await writeFile(path.join(folder, 'sandbox.sqlite'), seededDatabase());
	return folder;
}

/** A sandbox with a few hundred seeded rows, which the caller closes. */
export async function openTestSandbox(overrides: Partial<SandboxOptions> = {}) {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-sandbox-'));
	const database = path.join(folder, 'sandbox.sqlite');
	if (overrides.seed === undefined) await writeFile(database, seededDatabase());
	const sandbox = await startSandbox({ port: 0, database, seed: 'small', redirectUri, ...overrides });

	/** Calls the service; `token` goes into the header. */
	const call = async <Body = ErrorBody>(
		method: string,
		path: string,
		{ token, ...init }: RequestInit & { token?: string | undefined } = {},
	) => {
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
	const control = <Body = Record<string, unknown>>(method: string, path: string, body?: object) =>
		call<Body>(method, `/_sandbox${path}`, {
			headers: { 'x-daybill-sandbox-control': '1', ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
	/** Tokens for a user without the consent page; defaults to both scopes. */
	const issue = async (user_id = '1001', scope?: string, client_id = demo.client_id) =>
		(await control<TokenResponse>('POST', '/tokens', { client_id, user_id, scope })).body;
	/** A fresh authorization code, after Alice has consented. */
	const code = () => authorize(sandbox, 'a state');
	/** Calls the token endpoint with the demo application's credentials and these parameters. */
	const token = (parameters: Record<string, string>) =>
		call<TokenResponse & ErrorBody>(
			'POST',
			`/service/auth2/token?${new URLSearchParams({ ...demo, ...parameters })}`,
		);
	const advance = (seconds: number) => control('POST', '/clock', { advance_seconds: seconds });
	const listAt = async (path: string) =>
		(await call<{ events: { id: string; begin_time: string }[] }>('GET', path)).body.events;
	/** An upcoming event in Beijing that Alice neither attends nor is interested in. */
	const someEvent = async () => {
		const own = await Promise.all(
			['participated', 'wished'].map((list) => listAt(`/v2/event/user_${list}/1001?count=100`)),
		);
		const ids = new Set(own.flat().map(({ id }) => id));
		const event = (await listAt('/v2/event/list?loc=108288&day_type=future')).find(({ id }) => !ids.has(id));
		if (event === undefined) throw new Error('the seed has no such event in Beijing');
		return event;
	};
	const close = async () => {
		await sandbox.close();
		await rm(folder, { recursive: true });
	};
	return { origin: sandbox.origin, call, control, issue, code, token, advance, someEvent, close };
}

export type TestSandbox = Omit<Awaited<ReturnType<typeof openTestSandbox>>, 'close'>;
