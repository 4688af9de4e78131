/** The service under test, as checks see it: calls, the tester's credentials, and every failed response. */
import type { CallParameters } from '../contract/spec/call.ts';
import {
	authorizationPaths,
	type OperationName,
	operationPath,
	operations,
} from '../contract/spec/operations.ts';
import {
	type Call,
	type CallOptions,
	curlCommand,
	headerOf,
	NoResponse,
	NotJudged,
	type ServiceResponse,
	type Transport,
} from './call.ts';
import { bodyOf, readCount } from './read.ts';

export interface Application {
	readonly clientId: string;
	readonly clientSecret: string;
	readonly redirectUri: string;
}

export interface ServiceOptions {
	/** {base_url} and {auth_url}, without a trailing slash. */
	readonly baseUrl: string;
	readonly authUrl: string;
	readonly application?: Application | undefined;
	readonly token?: string | undefined;
	/** A second token of the same user, with only the scope `event_basic_r`. */
	readonly readOnlyToken?: string | undefined;
	readonly refreshToken?: string | undefined;
	readonly code?: string | undefined;
	readonly userId?: string | undefined;
	readonly locId?: string | undefined;
	readonly write?: boolean;
	/** Where the token endpoint gets its parameters, by default in the query string. */
	readonly tokenParams?: 'query' | 'body';
	/** Milliseconds between calls. */
	readonly pause?: number;
	readonly wait?: (ms: number) => Promise<unknown>;
}

/** The code of an error, even if sent as a string; undefined if there is none. */
export const codeOf = (response: { readonly json: unknown }): number | undefined =>
	readCount(bodyOf(response).code) ?? undefined;

export const unknownId = '999999999999';

/** Codes for calls that the token's scope, its user or its application doesn't allow (Spec §7). */
export const lacksRight: readonly unknown[] = [108, 109];

/** Codes for a token that has expired or was revoked; 103 also means a token that never existed (Spec §7). */
const endsToken: readonly unknown[] = [103, 106, 123];

/** Codes for a missing token: 102, or mistakenly 103, which `reads.without-token` reports. */
const wantsToken: readonly unknown[] = [102, 103];

/** Whether the specification defines the path. Other paths may respond in any way. */
const isSpecified = (path: string) =>
	path.startsWith('/v2/') || Object.values(authorizationPaths).some((each) => path.startsWith(each));

const callTimeoutMs = 15_000;

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

export class Service {
	readonly options: ServiceOptions;
	readonly wait: (ms: number) => Promise<unknown>;
	/** Calls {base_url}, by default without a token. @throws NotJudged at the limit, or if https is needed */
	readonly call: Call;
	/** Calls {auth_url}. @throws NotJudged as `call` does */
	readonly authorization: Call;
	/** Tokens in use; replaced after a code or refresh token is exchanged. */
	readonly tokens: { access: string | null; refresh: string | null; userId: string | null };
	/** Secrets that no report may show, each with the shell variable to show instead; new tokens are added. */
	readonly secrets = new Map<string, string>();
	/** Every failed response from the specification's own paths, for the checks of the error model. */
	readonly failures: ServiceResponse[] = [];
	/** The first request whose response begins with a byte order mark. */
	markedBy: string | undefined;
	/** Notes for the tester in addition to the findings, such as data that could not be restored. */
	readonly notes: string[] = [];
	/** What the service doesn't list, although most checks need it. */
	lacks: 'cities' | 'events' | undefined;
	readonly #trials = new Map<string, Promise<unknown>>();
	readonly #reads = new Map<string, Promise<ServiceResponse>>();
	/** By token and method: a function that repeats the last call for which the service accepted the token. */
	readonly #repeats = new Map<string, Record<string, () => Promise<ServiceResponse>>>();
	readonly #endedTokens = new Set<string>();
	#hasCalled = false;
	#needsFilters = false;
	/** How far the service's clock is ahead, according to its first response. */
	#aheadMs: number | undefined;

	constructor(options: ServiceOptions, transport: Transport) {
		this.options = options;
		this.wait = options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
		this.tokens = {
			access: options.token ?? null,
			refresh: options.refreshToken ?? null,
			userId: options.userId ?? null,
		};
		for (const [secret, variable] of [
			[options.application?.clientSecret, 'CLIENT_SECRET'],
			[options.code, 'CODE'],
			[options.token, 'TOKEN'],
			[options.readOnlyToken, 'READ_ONLY_TOKEN'],
			[options.refreshToken, 'REFRESH_TOKEN'],
		] as const)
			if (secret) this.secrets.set(secret, variable);
		this.call = this.#callerOf(options.baseUrl, transport);
		this.authorization = this.#callerOf(options.authUrl, transport);
	}

	#callerOf(baseUrl: string, transport: Transport): Call {
		const { pause = 0 } = this.options;
		const call: Call = async (path, options = {}) => {
			const { method = 'GET', token = null, headers = {}, body } = options;
			if (this.#hasCalled && pause > 0) await this.wait(pause);
			this.#hasCalled = true;
			const url = `${baseUrl}${path}`;
			const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
			const request = { method, url, headers: { ...headers, ...authorization }, body };
			const curl = curlCommand(request, this.secrets);
			const received = await transport({ ...request, signal: AbortSignal.timeout(callTimeoutMs) }).catch(
				(error: unknown) => {
					throw new NoResponse(`${method} ${path.split('?')[0]}`, curl, error);
				},
			);
			const sentMs = Date.parse(headerOf(received, 'date') ?? '');
			if (!Number.isNaN(sentMs)) this.#aheadMs ??= sentMs - Date.now();
			const text = received.text.replace(/^\uFEFF/, '');
			if (text !== received.text) this.markedBy ??= `${method} ${path.split('?')[0]}`;
			const response = { ...received, text, method, path: new URL(url).pathname, json: parse(text), curl };
			const code = codeOf(response);
			const isFailure = response.status >= 400 || (code !== undefined && response.status >= 300);
			if (isFailure && isSpecified(path)) this.failures.push(response);
			if (code === 111 || code === 112) throw new NotJudged(`the hourly limit is used up (${code})`);
			// With another authorization scheme than Bearer, code 100 may mean that scheme.
			const isBearer = headers.authorization?.startsWith('Bearer ') ?? true;
			if (code === 100 && baseUrl.startsWith('http:') && isBearer)
				throw new NotJudged('the service requires https for this (100): pass an https URL');
			if (token === null) return response;
			if (endsToken.includes(code)) {
				if (await this.#hasEnded(token)) throw new NotJudged(`the token has ended (${code})`);
			} else if (method === 'GET' || path.includes(unknownId)) {
				// Only calls that change nothing, since they may be repeated.
				const repeats = this.#repeats.get(token);
				this.#repeats.set(token, { ...repeats, [method]: () => call(path, options) });
			}
			return response;
		};
		return call;
	}

	/** Repeats calls for which the service accepted the token. @returns whether it now rejects the token */
	async #hasEnded(token: string): Promise<boolean> {
		const repeats = Object.values(this.#repeats.get(token) ?? {});
		// If the service rejects a repeated call, that call must not be repeated again.
		this.#repeats.delete(token);
		for (const repeat of repeats)
			if (endsToken.includes(codeOf(await repeat()))) this.#endedTokens.add(token);
		return this.#endedTokens.has(token);
	}

	/** The time at the service. */
	now(): number {
		return Date.now() + (this.#aheadMs ?? 0);
	}

	send<Name extends OperationName>(
		name: Name,
		parameters: CallParameters<Name>,
		options: Omit<CallOptions, 'method'> = {},
	): Promise<ServiceResponse> {
		const { method } = operations[name];
		return this.#filtered(name, parameters, (path) => this.call(path, { ...options, method }));
	}

	/** Adds filters to a list of events if the service requires them (113): Spec §4.2 leaves open whether it does. */
	async #filtered<Name extends OperationName>(
		name: Name,
		parameters: CallParameters<Name>,
		call: (path: string) => Promise<ServiceResponse>,
	): Promise<ServiceResponse> {
		const filtered = operationPath(name, { day_type: 'future', type: 'all', ...parameters });
		if (this.#needsFilters) return call(filtered);
		const response = await call(operationPath(name, parameters));
		if (name !== 'listEvents' || codeOf(response) !== 113) return response;
		const again = await call(filtered);
		this.#needsFilters = again.status === 200;
		return this.#needsFilters ? again : response;
	}

	/** Calls the token endpoint with parameters in the query string, as Spec §4.1 shows, or as a form. */
	token(parameters: Readonly<Record<string, string>>): Promise<ServiceResponse> {
		const form = new URLSearchParams(parameters);
		const path = authorizationPaths.token;
		return this.options.tokenParams === 'body'
			? this.authorization(path, { method: 'POST', body: form })
			: this.authorization(`${path}?${form}`, { method: 'POST' });
	}

	/** Like {@link readPath}, for an operation. */
	read<Name extends OperationName>(name: Name, parameters: CallParameters<Name>): Promise<ServiceResponse> {
		return this.#filtered(name, parameters, (path) => this.readPath(path));
	}

	/**
	 * Reads a path of {base_url} once and remembers the response. Sends the token only if the service rejects the call
	 * without one.
	 *
	 * @throws NotJudged also if the service requires a token and there is none, or the token may not read this
	 */
	readPath(path: string): Promise<ServiceResponse> {
		const response = this.#reads.get(path) ?? this.#get(path);
		this.#reads.set(path, response);
		return response;
	}

	async #get(path: string): Promise<ServiceResponse> {
		const { access: token } = this.tokens;
		const first = await this.call(path);
		const isRejected = [...wantsToken, ...lacksRight].includes(codeOf(first));
		const response = isRejected && token !== null ? await this.call(path, { token }) : first;
		const code = codeOf(response);
		if (token === null && wantsToken.includes(code))
			throw new NotJudged(`the service requires a token for this (${code}): pass --token`);
		if (lacksRight.includes(code))
			throw new NotJudged(`the service shows this only to users who may see it (${code})`);
		return response;
	}

	/** Clears remembered reads after data has changed. */
	forget(): void {
		this.#reads.clear();
	}

	/** Runs a trial once and remembers the result, since several checks judge it. */
	once<Result>(key: string, trial: () => Promise<Result>): Promise<Result> {
		const running = (this.#trials.get(key) as Promise<Result> | undefined) ?? trial();
		this.#trials.set(key, running);
		return running;
	}

	/** @throws NotJudged if there is none */
	accessToken(): string {
		if (this.tokens.access === null) throw new NotJudged('needs a token');
		return this.tokens.access;
	}

	/** The access token, for calls that change data. @throws NotJudged if the tester doesn't allow them */
	writeToken(): string {
		if (!this.options.write) throw new NotJudged('needs --write');
		return this.accessToken();
	}
}
