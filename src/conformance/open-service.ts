/** Opens the service under test: calls that are made once, the tester's credentials, and every failed response. */
import { authorizationPaths } from '../contract/spec/operations.ts';
import { type Call, callerFor, type ServiceResponse, type Transport } from './call.ts';
import { NotJudged } from './check.ts';
import { findKnown } from './known.ts';
import { codeOf, type Service, type ServiceOptions } from './service.ts';

/** Codes of calls that the caller's rights do not allow (Spec §7). */
const needsToken: readonly unknown[] = [102];
const lacksRight: readonly unknown[] = [108, 109];

/** Paths of the specification; what lies beside them may respond as it likes. */
const isSpecified = (path: string) =>
	path.startsWith('/v2/') || Object.values(authorizationPaths).some((each) => path.startsWith(each));

export function openService(options: ServiceOptions, transport: Transport): Service {
	const failures: ServiceResponse[] = [];
	const memory = new Map<string, Promise<unknown>>();
	const reads = new Map<string, Promise<ServiceResponse>>();
	const tokens = { access: options.token, refresh: options.refreshToken, userId: options.userId };
	let called = false;

	const given = [
		[options.application?.clientSecret, 'CLIENT_SECRET'],
		[options.code, 'CODE'],
		[options.token, 'TOKEN'],
		[options.readOnlyToken, 'READ_ONLY_TOKEN'],
		[options.refreshToken, 'REFRESH_TOKEN'],
	] as const;
	const secrets = new Map<string, string>(
		given.flatMap(([secret, variable]) => (secret ? [[secret, variable] as const] : [])),
	);

	const watch = (baseUrl: string): Call => {
		const call = callerFor(baseUrl, transport, options.timeout, secrets);
		return async (path, callOptions) => {
			if (called && options.pause > 0) await new Promise((resolve) => setTimeout(resolve, options.pause));
			called = true;
			const response = await call(path, callOptions);
			const code = codeOf(response);
			const isFailure = response.status >= 400 || (code !== undefined && response.status !== 200);
			if (isFailure && isSpecified(path)) failures.push(response);
			if (code === 111 || code === 112) throw new NotJudged(`the hourly limit is used up (${code})`);
			if (code === 100 && baseUrl.startsWith('http:'))
				throw new NotJudged('the service wants https for this (100): give an https URL');
			return response;
		};
	};
	const call = watch(options.baseUrl);
	const authorization = watch(options.authUrl);

	const once = <Result>(key: string, trial: () => Promise<Result>): Promise<Result> => {
		const running = (memory.get(key) as Promise<Result> | undefined) ?? trial();
		memory.set(key, running);
		return running;
	};
	const get = async (path: string): Promise<ServiceResponse> => {
		const first = await call(path);
		const isRejected = [...needsToken, ...lacksRight].includes(codeOf(first));
		const response =
			isRejected && tokens.access !== null ? await call(path, { token: tokens.access }) : first;
		const code = codeOf(response);
		if (tokens.access === null && needsToken.includes(code))
			throw new NotJudged(`the service wants a token for this (${code}): give --token`);
		if (lacksRight.includes(code))
			throw new NotJudged(`the service shows this only to users who may see it (${code})`);
		return response;
	};
	const remember = (key: string, run: () => Promise<ServiceResponse>): Promise<ServiceResponse> => {
		const running = reads.get(key) ?? run();
		reads.set(key, running);
		return running;
	};

	const service: Service = {
		options,
		call,
		authorization,
		read: (path) => remember(`any ${path}`, () => get(path)),
		readOwn: (path) => remember(`own ${path}`, () => call(path, { token: tokens.access })),
		tokens,
		secrets,
		failures,
		notes: [],
		once,
		token: (parameters) =>
			authorization(`${authorizationPaths.token}?${new URLSearchParams(parameters)}`, { method: 'POST' }),
		known: () => once('known', () => findKnown(service)),
		forget: () => reads.clear(),
	};
	return service;
}
